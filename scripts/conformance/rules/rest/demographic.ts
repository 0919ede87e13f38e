/** Rules of the openEHR REST API for parties, their versions, contributions and tags, and of the person of an EHR. */
import { type Rule, rule } from '../../rule.ts'

const SOURCE = 'REST API 1.1.0, DEMOGRAPHIC'
const RM = 'RM 1.1.0, demographic'
const PARTY = 'test/demographic/party.test.ts'
const CONTRIBUTION = 'test/demographic/contribution.test.ts'
const TAGS = 'test/demographic/tags.test.ts'
const REFERENCES = 'test/demographic/references.test.ts'
const LINK = 'test/demographic/person-link.test.ts'

const KINDS = ['person', 'organisation', 'group', 'agent', 'role'] as const

/** The rules of compositions that hold for each kind of party. */
const ofKind = (kind: (typeof KINDS)[number]): readonly Rule[] => [
  rule(
    `rest-${kind}-create`,
    `POST demographic/${kind} answers 201 with ETag, Location and Last-Modified, and what is read equals it.`,
    SOURCE,
    `${PARTY}: ${kind} > a create answers 201`,
    `${PARTY}: ${kind} > what is read is what was sent`,
  ),
  rule(
    `rest-${kind}-get`,
    `GET demographic/${kind} reads by version id, and by object id as the latest or at a time.`,
    SOURCE,
    `${PARTY}: ${kind} > an object id answers with the latest version`,
  ),
  rule(
    `rest-${kind}-update`,
    `PUT demographic/${kind} needs If-Match, and adds a version; 200 or 204, 404 and 412.`,
    SOURCE,
    `${PARTY}: ${kind} > an update with If-Match`,
    `${PARTY}: ${kind} > an update without If-Match answers 400`,
    `${PARTY}: ${kind} > an update of what is not there answers 404`,
    `${PARTY}: ${kind} > return=representation answers an update`,
  ),
  rule(
    `rest-${kind}-delete`,
    `DELETE demographic/${kind} adds a deleted version; an older version is answered with 409.`,
    SOURCE,
    `${PARTY}: ${kind} > a delete answers 204`,
    `${PARTY}: ${kind} > a delete of an older version answers 409`,
  ),
  rule(
    `rest-${kind}-tags`,
    `Tags of demographic/${kind} are replaced, read, listed and removed.`,
    SOURCE,
    `${TAGS}: tags of ${kind} are replaced, read, listed and removed`,
  ),
]

export const DEMOGRAPHIC_RULES: readonly Rule[] = [
  ...KINDS.flatMap(ofKind),
  rule(
    'rest-party-versioned',
    'versioned_party answers with the container, its revision history and its versions.',
    SOURCE,
    `${PARTY}: the container names the system as its owner`,
  ),
  rule(
    'rest-party-uid',
    'A uid that the client chooses is kept, and taken once.',
    SOURCE,
    `${PARTY}: a uid that the client chooses is kept`,
  ),
  rule(
    'rest-party-template',
    'A party is held to its template.',
    SOURCE,
    `${PARTY}: a party is held to its template`,
  ),
  rule(
    'rest-party-contribution',
    'A contribution commits parties of several kinds, all or none, and is read as one.',
    SOURCE,
    `${CONTRIBUTION}: parties of several kinds are committed together`,
    `${CONTRIBUTION}: one part that cannot be written leaves nothing`,
    `${CONTRIBUTION}: a contribution that is not there answers 404`,
  ),
  rule(
    'rest-party-rights',
    'Scopes on records do not open parties.',
    'SMART on openEHR 1.1.0',
    `${PARTY}: a token for records, and no token, are refused`,
  ),
  rule(
    'rm-party-references',
    'A reference to a party of this server leads to one that exists, of the class that it names.',
    RM,
    `${REFERENCES}: a reference to a party that does not exist`,
    `${REFERENCES}: a deleted party and one of another class are refused`,
  ),
  rule(
    'rm-party-relationships',
    'The source of a relationship is its party, and both ways of it agree.',
    RM,
    `${REFERENCES}: the source of a relationship is the party itself`,
    `${REFERENCES}: both ways of a relationship agree`,
  ),
  rule(
    'rm-party-referenced',
    'A party that others refer to is not deleted.',
    RM,
    `${REFERENCES}: a party that others refer to is not deleted`,
    `${REFERENCES}: the person of an EHR is not deleted`,
  ),
  rule(
    'rest-ehr-person',
    'A person is linked to at most one EHR, with the commit of the EHR or of its status.',
    'docs/interface.md',
    `${LINK}: links the person, and a person has one EHR`,
    `${LINK}: PUT of the status links an EHR once`,
    `${LINK}: an EHR is found by its person`,
  ),
]
