/** Removes the variables that force colours, so that tests can compare the output of child processes. */
delete process.env['FORCE_COLOR']
process.env['NO_COLOR'] = '1'
