/** The logo of the site, which shows an entry and the entries that it populates. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#6d5ae0" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"><rect x="2.5" y="2.5" width="8" height="8" rx="2.4" fill="#6d5ae0"/><rect x="13.5" y="13.5" width="8" height="8" rx="2.4"/><path d="M6.5 10.5v4.5a2.5 2.5 0 0 0 2.5 2.5h4.5"/></svg>
`
