/** True if the server of the page can ask a terminology server for codes. */
export const hasTerminology = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="terminology"]')?.content === 'yes'
