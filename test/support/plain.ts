/** Disables colours in child processes, so that tests can compare their output, even where CI forces colours. */
delete process.env['FORCE_COLOR']
process.env['NO_COLOR'] = '1'
