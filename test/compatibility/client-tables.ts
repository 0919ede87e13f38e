/** Habits of clients and servers, with the tests that show what Cairn does. */
import { EHRSCAPE_TABLES } from './ehrscape-tables.ts'
import type { CompatibilityTable } from './table.ts'

export const CLIENT_TABLES: readonly CompatibilityTable[] = [
  {
    heading: 'Every openEHR client',
    idioms: 'client behaviour',
    cases: [
      {
        idiom: '`If-Match` bare, quoted or weak',
        does: 'takes all three',
        shownBy: ['test/ehr/directory.test.ts', 'takes If-Match bare, quoted and weak'],
      },
      {
        idiom: 'a trailing slash',
        does: 'ignores it',
        shownBy: ['test/http/core.test.ts', 'are the same with a trailing slash'],
      },
      {
        idiom: 'other prefixes (`CAIRN_PREFIXES`)',
        does: 'serves the openEHR API there; `Location` is under the prefix that was called',
        shownBy: ['test/clients/links.test.ts', 'Location is under the prefix that was called'],
      },
      {
        idiom: 'a reverse proxy with another address',
        does: 'links follow `X-Forwarded-Proto`, `-Host`, `-Prefix` of `CAIRN_TRUSTED_PROXIES`',
        shownBy: ['test/clients/links.test.ts', 'X-Forwarded-* of a trusted proxy'],
      },
      {
        idiom: 'a name in the query string that nothing uses',
        does: '400 with the nearest name; lenient addresses ignore it, except on queries',
        shownBy: [
          'test/http/unknown-parameters.test.ts',
          'lenient addresses ignore such a name, except on queries',
        ],
      },
      {
        idiom: '`?format=FLAT` with `Content-Type: application/json`',
        does: 'reads and answers that format',
        shownBy: [
          'test/ehr/composition-forms.test.ts',
          'a FLAT body can come as JSON with ?format=FLAT and the old template header',
        ],
      },
      {
        idiom: 'header names of REST 1.0.3 (`openEHR-AUDIT_DETAILS.committer`)',
        does: 'takes them beside those of 1.1.0',
        shownBy: ['test/clients/ehrbase.test.ts', 'take a lifecycle state as bare rubric or code'],
      },
      {
        idiom: 'a `uid` of its own in what it creates',
        does: 'keeps it, or refuses it; never replaces it in silence',
        shownBy: [
          'test/ehr/client-uid.test.ts',
          'is kept: an object id, or the id of a first version of this system',
        ],
      },
      {
        idiom: 'invalid EHR_STATUS, FOLDER, CONTRIBUTION',
        does: '400; 422 is for a COMPOSITION',
        shownBy: ['test/clients/rest-api.test.ts', 'what breaks rules'],
      },
      {
        idiom: '`If-Match` of an older version',
        does: '412 with the latest version in `ETag` and `Location`',
        shownBy: [
          'test/clients/rest-api.test.ts',
          'is told where the latest version is, by ETag and Location',
        ],
      },
      {
        idiom: 'no token',
        does: '401, a challenge without `error`',
        shownBy: ['test/clients/rest-api.test.ts', 'is 401 with a challenge that carries no error'],
      },
      {
        idiom: 'a `uid` of another system in a CONTRIBUTION',
        does: 'keeps it as the id of the version',
        shownBy: [
          'test/ehr/foreign-uid.test.ts',
          'is kept as the id of the version, whichever of version and data have it',
        ],
      },
      {
        idiom: 'a `uid` of another system in a composition',
        does: '422; lenient addresses and `handling=lenient` keep the object id, and the uid in `feeder_audit`',
        shownBy: [
          'test/ehr/foreign-uid.test.ts',
          'the object id is kept, the version is ours, and the uid is in the feeder audit',
        ],
      },
      {
        idiom: 'a `uid` in the body of `PUT ehr_status`',
        does: 'takes every one that names the object',
        shownBy: [
          'test/ehr/foreign-uid.test.ts',
          'that names the object is taken by PUT, whatever system and version it has',
        ],
      },
      {
        idiom: '`ehr_id` in the address of a `POST` query',
        does: 'lenient addresses take it',
        shownBy: [
          'test/query/unknown-parameters.test.ts',
          'ehr_id in the address of a POST is taken at compatible prefixes only',
        ],
      },
      {
        idiom: '`format=CANONICAL`',
        does: 'is JSON, or XML if that is accepted',
        shownBy: [
          'test/compatibility/compatible-prefix.test.ts',
          'format=CANONICAL is canonical JSON, or XML to those who accept it',
        ],
      },
      {
        idiom: '`templateId=` beside FLAT',
        does: 'lenient addresses take it',
        shownBy: [
          'test/compatibility/compatible-prefix.test.ts',
          'templateId in the query string names the template',
        ],
      },
      {
        idiom: 'item tags on every read',
        does: 'lenient addresses send them without `Prefer`',
        shownBy: ['test/compatibility/compatible-prefix.test.ts', 'tags are always sent'],
      },
      {
        idiom: 'data from servers that validated less',
        does: '`Prefer: handling=lenient`, for clients with the right to it',
        shownBy: [
          'test/ehr/lenient.test.ts',
          'stores what breaks its template, says so, and tags the version',
        ],
      },
    ],
    notTaken:
      "`version_at_time` as anything but extended ISO 8601 (the specification's letter). An `Accept` that names nothing that the operation can answer with is 406, on everything that has a body.",
  },
  {
    heading: 'Go SDK of the vendor (0.21)',
    idioms: 'client behaviour',
    cases: [
      {
        idiom:
          'a stored query by POST without `fetch`, `offset`, `query_parameters`, with `null`, or with no body',
        does: 'defaults on lenient addresses; elsewhere 400 that says how',
        shownBy: [
          'test/query/lenient.test.ts',
          'no body and no Content-Type at all, and the EHR in a header',
        ],
      },
      {
        idiom: '`openehr-audit-details` with `system_id`',
        does: 'takes it, and records its own',
        shownBy: [
          'test/clients/go-sdk.test.ts',
          'may say a system_id, and the one of this system is recorded',
        ],
      },
      {
        idiom: '`openehr-item-tag` as `key="…",value="…"`',
        does: 'answers in the grammar that was sent; reads are answered so, too',
        shownBy: ['test/clients/go-sdk.test.ts', 'are answered in the grammar that they were sent in'],
      },
      {
        idiom: 'tags as JSON',
        does: 'answered to JSON, and to `Prefer: include_item_tags=json`',
        shownBy: ['test/clients/go-sdk.test.ts', 'are pairs on a read, and JSON only where it is asked for'],
      },
      {
        idiom: '`version_at_time` in whole seconds',
        does: 'the end of that second, so that `Last-Modified` finds its version',
        shownBy: ['test/clients/go-sdk.test.ts', 'means the end of that second'],
      },
      {
        idiom: 'filters of the template list',
        does: '`template_id`, `concept`, `version`, `offset`, `fetch`',
        shownBy: [
          'test/definitions/template-list.test.ts',
          'concept filters by concept, and filters go together',
        ],
      },
      {
        idiom: '`DELETE /definition/query/{name}/{version}`',
        does: 'deletes that version',
        shownBy: [
          'test/definitions/stored-query.test.ts',
          'a version is deleted, in full and once, by who may write',
        ],
      },
    ],
  },
  {
    heading: 'EHRbase: its Java SDK, its tools, its users',
    idioms: 'client behaviour',
    cases: [
      {
        idiom: '`POST /ehr` with the body `null`',
        does: 'creates an EHR with the default status',
        shownBy: ['test/clients/ehrbase.test.ts', 'takes the body null as none'],
      },
      {
        idiom: '`PUT /definition/query` with JSON `{"q": …}`',
        does: 'stores the query',
        shownBy: ['test/definitions/stored-query.test.ts', 'a query is stored from JSON'],
      },
      {
        idiom: '`/rest/status`',
        does: 'versions, with a token, beside a prefix that ends in `/rest/openehr/v1`',
        shownBy: [
          'test/clients/ehrbase-paths.test.ts',
          'tells the versions, for clients that look whether the server is there',
        ],
      },
      {
        idiom: '`/rest/admin/…`',
        does: 'physical deletion of EHRs, compositions, directories, templates, stored queries; `PUT` of templates; with `api.admin`',
        shownBy: [
          'test/clients/ehrbase-paths.test.ts',
          'deletes compositions, directories and EHRs physically',
        ],
      },
      {
        idiom: '`openEHR-VERSION.lifecycle_state: complete`, `openEHR-AUDIT_DETAILS.change_type: creation`',
        does: 'takes the bare rubric or code, beside the forms of the specification',
        shownBy: ['test/clients/ehrbase.test.ts', 'take a change type as bare rubric or code'],
      },
      {
        idiom: '`error` and `message` in an error body',
        does: 'both, and the first finding in `message`',
        shownBy: [
          'test/clients/ehrbase.test.ts',
          'has the name of the status as `error`, and the first finding in `message`',
        ],
      },
      {
        idiom: 'an empty `version_at_time=`',
        does: 'counts as absent',
        shownBy: ['test/clients/ehrbase.test.ts', 'an empty version_at_time'],
      },
      {
        idiom: '`?format=FLAT` on the example of a template',
        does: 'answers in that format',
        shownBy: ['test/clients/ehrbase.test.ts', 'comes in the format of ?format= and of Accept'],
      },
      {
        idiom: 'any `Accept` on a `DELETE` without a body',
        does: 'is no matter',
        shownBy: ['test/clients/ehrbase.test.ts', 'is no matter on a DELETE without a body'],
      },
      {
        idiom: '`meta.resultsize`, `fetch`, `offset` in a result set',
        does: 'returns them, and whether `fetch` cut it',
        shownBy: [
          'test/query/pages.test.ts',
          'the default fetch says that it cut, and links lead through all rows',
        ],
      },
      {
        idiom: '`meta._href` where the base URL has a path',
        does: 'the address that was called',
        shownBy: ['test/query/base-path.test.ts', 'meta._href and the next page of'],
      },
    ],
    notTaken:
      'deletion of all templates at once (`DELETE /rest/admin/template/all` is the template called `all`), deletion of single contributions, its experimental API of tags (those of REST 1.1.0 are there).',
  },
  ...EHRSCAPE_TABLES,
  {
    heading: 'Archie',
    idioms: 'written forms',
    cases: [
      {
        idiom: '`"mappings": []` and every other empty list',
        does: 'counts as absent, and is not stored',
        shownBy: ['test/clients/archie.test.ts', 'in a composition count as absent, and none is stored'],
      },
    ],
    notTaken: 'an empty list where the reference model has no list.',
  },
  {
    heading: 'OAuth clients',
    idioms: 'sent forms',
    cases: [
      {
        idiom: '`resource` (RFC 8707)',
        does: 'is another name for `audience`',
        shownBy: ['test/clients/oauth.test.ts', 'is another name for audience'],
      },
      {
        idiom: 'an authorization code with PKCE, a refresh token, client credentials',
        does: 'takes the three grants',
        shownBy: ['test/people/app-tokens.test.ts', 'openid-client: discovery, code, id_token'],
      },
      {
        idiom: 'credentials by HTTP Basic, form-encoded or plain, or in the body',
        does: 'takes all',
        shownBy: ['test/auth/real-clients.test.ts', 'gets a token with'],
      },
    ],
    notTaken: 'the implicit grant and the grant with a password, which OAuth 2.1 leaves out.',
  },
  {
    heading: 'Browsers',
    idioms: 'needs',
    cases: [
      {
        idiom: 'response headers across origins',
        does: 'exposes `ETag`, `Link`, `Location`, `X-Total-Count`, `openehr-*` and the like to `CAIRN_CORS_ORIGINS`',
        shownBy: ['test/clients/browsers.test.ts', 'lets pages read links, tags, totals and ids'],
      },
      {
        idiom: '`openehr-template-id` in any script',
        does: 'reads it as UTF-8',
        shownBy: ['test/clients/browsers.test.ts', 'is read as UTF-8'],
      },
      {
        idiom: 'compression',
        does: '`br` and `gzip` from `CAIRN_COMPRESS_FROM` on',
        shownBy: ['test/clients/browsers.test.ts', 'is compressed for Accept-Encoding'],
      },
    ],
  },
  {
    heading: 'Generators of clients',
    idioms: 'needs',
    cases: [
      {
        idiom: 'a schema and an example for every body',
        does: '`/openapi.json` has them, records by the classes of the reference model',
        shownBy: ['test/clients/openapi.test.ts', 'has a schema for every body, and an example that fits it'],
      },
      {
        idiom: 'every status',
        does: 'declares it',
        shownBy: ['test/clients/openapi.test.ts', 'every status that occurs is declared'],
      },
      {
        idiom: 'no XML (`openapi-python-client`)',
        does: 'a template can be uploaded as `application/octet-stream`; of other bodies JSON is chosen',
        shownBy: ['test/definitions/template.test.ts', 'a template can be uploaded as bytes'],
      },
    ],
  },
]
