/** Programs for EhrScape and EHRbase's module of it, and suites for the openEHR profile, with the tests that show what Cairn does. */
import type { CompatibilityTable } from './table.ts'

export const EHRSCAPE_TABLES: readonly CompatibilityTable[] = [
  {
    heading: 'EhrScape and ecis of EHRbase',
    idioms: 'client behaviour at `/rest/v1` and `/rest/ecis/v1`',
    cases: [
      {
        idiom: '`POST`, `GET`, `PUT`, `DELETE /composition` by uid alone, in envelopes',
        does: 'does so, in FLAT, STRUCTURED, JSON and XML',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'POST composition in FLAT'],
      },
      {
        idiom: '`GET` without `format`',
        does: 'FLAT at `/rest/v1`, XML at `/rest/ecis/v1`',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'GET composition in the format of the API'],
      },
      {
        idiom: '`PUT /composition` with a version in its uid',
        does: '412 if that is not the latest',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'PUT composition by another version'],
      },
      {
        idiom: '`committerName`',
        does: 'is the committer',
        shownBy: ['test/compatibility/ehrscape.test.ts', 'POST composition names the committer'],
      },
      {
        idiom: '`GET /template`, `/template/{id}`, `/example`',
        does: 'answers with web templates and examples',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'GET template lists them'],
      },
      {
        idiom: '`POST`, `GET /ehr`, `GET`, `PUT /ehr/status` by `subjectId` and `subjectNamespace`',
        does: 'does so',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'POST ehr with a subject'],
      },
      {
        idiom: '`GET`, `POST /query` with `aql`',
        does: 'rows are objects; 204 without any',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'GET query with parameters'],
      },
      {
        idiom: '`POST`, `DELETE /session`, and `Ehr-Session`',
        does: 'a session is an access token',
        shownBy: ['test/compatibility/basic-authentication.test.ts', 'is opened, used and ended'],
      },
      {
        idiom: 'Basic authentication',
        does: 'takes it at lenient addresses, from clients that have `basic_auth` switched on',
        shownBy: [
          'test/compatibility/basic-authentication.test.ts',
          'opens compatible prefixes to a client that has it switched on',
        ],
      },
      {
        idiom: 'demographics and views',
        does: '501',
        shownBy: ['test/compatibility/ehrscape-cases.ts', 'demographics'],
      },
    ],
    notTaken:
      'answers in XML at these paths; Basic on other addresses, or without credentials in the first request; accounts of people, whose way is to sign in. Basic and sessions send a secret with requests: serve such addresses over TLS only.',
  },
  {
    heading: 'The openehr profile',
    idioms: 'expectations of suites with `CAIRN_WIRE_PROFILE=openehr`',
    cases: [
      {
        idiom: 'columns of functions without `path`',
        does: 'leaves it out',
        shownBy: ['test/compatibility/openehr-profile.test.ts', 'columns of a function have no path'],
      },
      {
        idiom: 'the version in `name` of a result',
        does: '`name/version`',
        shownBy: ['test/compatibility/openehr-profile.test.ts', 'the name of a stored query has its version'],
      },
      {
        idiom: '`ehr_id` twice, and not the same',
        does: '409',
        shownBy: [
          'test/compatibility/openehr-profile.test.ts',
          'ehr_id of header and query string that differ',
        ],
      },
      {
        idiom: 'a body with the uid of another object or of an earlier status',
        does: '412',
        shownBy: [
          'test/compatibility/openehr-profile.test.ts',
          'PUT of an EHR_STATUS with the uid of an earlier version',
        ],
      },
      {
        idiom: 'a composition that is deleted twice',
        does: '404',
        shownBy: ['test/compatibility/openehr-profile.test.ts', 'a composition that is deleted twice'],
      },
      {
        idiom: 'no `Location` on `GET` (REST 1.1.0)',
        does: 'leaves it out',
        shownBy: ['test/compatibility/openehr-profile.test.ts', 'Location on GET of'],
      },
    ],
  },
]
