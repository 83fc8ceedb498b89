/** What tests start writes plain text, wherever colours are forced or a CI has itself announced: it is read. */
delete process.env['FORCE_COLOR']
process.env['NO_COLOR'] = '1'
