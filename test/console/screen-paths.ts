/** Addresses of all screens, for walks over the console. */

interface KnownRecord {
  readonly ehrId: string
  /** Version uid of a composition of the EHR. */
  readonly uid: string
}

export const screenPaths = ({ ehrId, uid }: KnownRecord): readonly string[] => [
  '/ehrs',
  '/ehrs?q=nobody',
  `/ehrs/${ehrId}`,
  `/ehrs/${ehrId}?view=records`,
  `/ehrs/${ehrId}?view=results`,
  `/ehrs/${ehrId}?view=trends`,
  `/ehrs/${ehrId}?view=directory`,
  `/ehrs/${ehrId}?view=contributions`,
  `/ehrs/${ehrId}?view=tags`,
  `/ehrs/${ehrId}?view=episodes`,
  `/ehrs/${ehrId}?view=access`,
  `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}`,
  `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}?view=json`,
  `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}?view=changes`,
  '/',
  '/query',
  '/stored-queries',
  '/templates',
  '/templates/Vital%20signs',
  '/templates/Vital%20signs?view=flat',
  '/templates/Vital%20signs?view=example',
  '/templates/Vital%20signs?view=schema',
  '/templates/Vital%20signs?view=versions',
  `/ehrs/${ehrId}/new`,
  `/ehrs/${ehrId}/new?template=Vital%20signs`,
  `/ehrs/${ehrId}/new?template=Laboratory%20report`,
  `/ehrs/${ehrId}/new?template=Vital%20signs&as=text`,
  `/ehrs/${ehrId}/compositions/${encodeURIComponent(uid)}/edit`,
  '/datamaps',
  '/people',
  '/roles',
  '/break-glass',
  '/break-glass?show=all',
  '/jobs',
  '/api',
  '/api?operation=ehr_create',
  '/system',
  '/events',
  '/mappings?template=Vital%20signs',
  '/subscriptions',
  '/clients',
  '/audit',
  '/settings',
  '/nowhere',
]
