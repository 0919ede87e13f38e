/**
 * The sentence that a page shows for an error. Sentences of the server are for programs, unless their code is listed here: others are
 * replaced by what a person can do about them.
 */
import { type CairnError, type ErrorCode, isCairnError, isNetworkError } from '@cairn-ehr/client'
import type { CommonKey } from '../language/use-texts.ts'

/** Codes whose sentence of the server names what the person entered or chose. */
const TOLD: readonly ErrorCode[] = [
  'aql.invalid',
  'aql.malformed',
  'client.has_no_secret',
  'client.last_administrator',
  'client.request_closed',
  'client.second_administrator',
  'contribution.invalid',
  'datamap.invalid',
  'datamap.record_invalid',
  'ehr.merged',
  'ehr_status.invalid',
  'episode.in_use',
  'episode.is_default',
  'folder.invalid',
  'format.invalid',
  'import.rejected',
  'json.malformed',
  'path.malformed',
  'person.disagrees',
  'person.of_provider',
  'query.terminology_failed',
  'query.too_large',
  'request.malformed',
  'role.beyond_own',
  'role.built_in',
  'subscription.query_refused',
  'template.in_use',
  'template.invalid',
  'template.unsatisfiable',
  'tenant.conflict',
  'tenant.invalid',
  'tenant.unreachable',
  'verification.running',
  'xml.malformed',
]

const SESSION: CommonKey = 'Your session has ended. Sign in again.'
const EXISTS: CommonKey = 'This exists already. Choose another name or id.'
const CHANGED: CommonKey = 'Somebody changed this in the meantime. Load it again and repeat your change.'
const BUSY: CommonKey = 'The server is busy at the moment. Wait a little and try again.'
const AWAY: CommonKey = 'The server cannot do this at the moment. Try again later; your input is kept.'
const NO_SPACE: CommonKey = 'The server has no space left. Tell whoever runs it; your input is kept.'
const TOO_LARGE: CommonKey = 'This is larger than the server accepts.'
const GONE: CommonKey = 'This does not exist, or you may not see it.'
const REFUSED: CommonKey = 'You may not do this. An administrator can give you the right.'
const FAULT: CommonKey = 'This page sent something that the server does not understand. Please report it.'
const BROKEN: CommonKey = 'The server made an error. Please report it with the request id.'
const PAGE_BROKEN: CommonKey =
  'This page made an error. Please load it again, and report it if that does not help.'
const UNCERTAIN: CommonKey = 'The connection was lost. Look whether this has been done before you repeat it.'
const ENTERED: CommonKey = 'The server does not accept something that was entered. Check it.'
const LONG: CommonKey = 'This took longer than it may, and was ended. Ask for less, or for one EHR.'

/** Codes with a sentence of their own. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, CommonKey>>> = {
  'auth.csrf': 'Your session has changed in another window. Load this page again.',
  'auth.reauthentication_needed': 'Confirm who you are before you do this.',
  'auth.second_factor_needed': 'Set up a second factor for your account before you do this.',
  'auth.right_denied': REFUSED,
  'data.invalid': ENTERED,
  'data.template_unknown': 'This server does not have the template of this record.',
  'data.too_large': TOO_LARGE,
  'data.too_many_paths': TOO_LARGE,
  'time.malformed': 'A date or time cannot be read. Check how it is written.',
  'person.linked': 'One of them is linked already. If both people have an EHR, merge the EHRs first.',
  'person.unknown': 'This person does not exist, or was deleted.',
  'ehr.merge_conflict':
    'Both EHRs have a directory, or an object with the same id. Whoever runs the server can merge them.',
  'query.timeout': LONG,
  'role.in_use': 'People have this role. Take it from them first.',
  'ehr.not_modifiable': 'This EHR is closed for changes.',
  'ehr.subject_exists': 'There is an EHR for this patient already.',
  'ehr.erased': 'This EHR was deleted for good.',
  'version.deleted': 'This record is deleted already.',
  'version.conflict': CHANGED,
  'version.not_latest': CHANGED,
  'template.changed': CHANGED,
  'draft.conflict': CHANGED,
  'draft.not_found': 'This draft was committed, thrown away, or kept too long.',
  'service.storage_full': NO_SPACE,
  'service.ehr_limit': NO_SPACE,
  'service.size_limit': NO_SPACE,
  'launch.invalid': GONE,
  'people.form_expired': 'This form was open for too long. Load the page again.',
}

/** Groups of statuses, the first that fits. */
const BY_STATUS: readonly (readonly [fits: (status: number) => boolean, sentence: CommonKey])[] = [
  [status => status === 401, SESSION],
  [status => status === 403, REFUSED],
  [status => status === 404 || status === 410, GONE],
  [status => status === 409, EXISTS],
  [status => status === 412, CHANGED],
  [status => status === 413 || status === 414 || status === 431, TOO_LARGE],
  [status => status === 408 || status === 429, BUSY],
  [status => status === 502 || status === 503 || status === 504, AWAY],
  [status => status >= 500, BROKEN],
  [() => true, FAULT],
]

/** A sentence of our own, or undefined if that of the server is for people. */
function sentenceFor({ code, status, errors }: CairnError): CommonKey | undefined {
  // Its findings name fields that people fill in; without any, it is about a call.
  if (code === 'request.malformed' && errors.length === 0) return ENTERED
  if (code !== 'unknown' && status !== 401 && TOLD.includes(code)) return undefined
  const own = code === 'unknown' || status === 401 ? undefined : BY_CODE[code]
  return own ?? BY_STATUS.find(([fits]) => fits(status))?.[1]
}

/** A request that was not sent has done nothing; of another without an answer, nobody knows. */
const withoutAnswer = (error: unknown): CommonKey => {
  if (!isNetworkError(error)) return PAGE_BROKEN
  return error.code === 'network.not_sent' ? AWAY : UNCERTAIN
}

export function errorSentence(error: unknown, word: (key: CommonKey) => string): string {
  if (!isCairnError(error)) return word(withoutAnswer(error))
  const own = sentenceFor(error)
  return own === undefined ? error.message : word(own)
}
