/** A person, an organisation or another party: names, contacts, relationships, roles, history, and the record. */
import { Alert, Badge, Button, Group } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FolderOpen, Pencil, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { termText } from '../../display/openehr-terms.ts'
import type { LocalParty, PartyKind } from '../../display/party-ref.ts'
import { nameOf, type RmObject, templateIdOf } from '../../display/rm-object.ts'
import { ageAt, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { Value } from '../../parts/value.tsx'
import { useRight } from '../../session/use-session.ts'
import style from './demographics.module.css'
import { kindOf } from './demographics-search.ts'
import { KIND_WORDS } from './kind-words.ts'
import { MergeBand, MergeButton } from './merges.tsx'
import { NamedParty } from './named-party.tsx'
import type { PartyVersion, ReadParty } from './party.ts'
import {
  capabilitiesOf,
  contactsOf,
  detailsOf,
  identitiesOf,
  identityText,
  languagesOf,
  type PartyBlock,
  type PartyLine,
  type PartyRelation,
  performerOf,
  relationshipsOf,
  rolesOf,
} from './party-view.ts'
import { PartyLink } from './patient-name.tsx'
import { useParty } from './queries.ts'
import { useTexts } from './texts.ts'

const route = getRouteApi('/demographics/$kind/$uid')

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={style['panel']} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const Lines = ({ lines }: { readonly lines: readonly PartyLine[] }) => (
  <dl className={style['lines']}>
    {lines.map(({ key, label, value }) => (
      <div key={key} style={{ display: 'contents' }}>
        <dt>{label}</dt>
        <dd>
          <bdi>
            <Value view={value} />
          </bdi>
        </dd>
      </div>
    ))}
  </dl>
)

function Blocks({ title, blocks }: { readonly title: string; readonly blocks: readonly PartyBlock[] }) {
  if (blocks.length === 0) return null
  return (
    <Panel title={title}>
      {blocks.map(({ key, title: name, lines }) => (
        <div key={key}>
          <h3>{name}</h3>
          <Lines lines={lines} />
        </div>
      ))}
    </Panel>
  )
}

interface RelationsProps {
  readonly title: string
  readonly relations: readonly PartyRelation[]
  readonly names: ReadonlyMap<string, string>
}

function Relations({ title, relations, names }: RelationsProps) {
  if (relations.length === 0) return null
  return (
    <Panel title={title}>
      <ul className={style['list']}>
        {relations.map(({ key, label, party, reference }) => (
          <li key={key}>
            <PartyLink party={party} name={names.get(party?.uid ?? '') || `${reference.slice(0, 8)}…`} />{' '}
            <span className="dim">{label}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface HistoryProps {
  readonly versions: readonly PartyVersion[]
  readonly at: LocalParty
  readonly shown: string | undefined
}

function History({ versions, at, shown }: HistoryProps) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [latest] = versions
  return (
    <Panel title={t('History')}>
      <ul className={style['list']}>
        {versions.map(({ uid, number, time, committer, party, change }) => (
          <li key={uid}>
            <Link
              to="/demographics/$kind/$uid"
              params={at}
              search={uid === latest?.uid ? {} : { version: uid }}
              aria-current={uid === (shown ?? latest?.uid) ? 'true' : undefined}
            >
              {t('Version {number}', { number })}
            </Link>{' '}
            {formatIso(time, timeStyle)}{' '}
            <span className="dim">
              <NamedParty party={party} name={committer} /> · {termText(change, timeStyle.language)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OldBand({ versions, at, shown }: HistoryProps) {
  const t = useTexts()
  const version = versions.find(({ uid }) => uid === shown)
  if (!version || version === versions[0]) return null
  return (
    <Alert color="amber" variant="light" mb="md">
      {t('This is version {number} of {total}.', { number: version.number, total: versions.length })}{' '}
      <Link to="/demographics/$kind/$uid" params={at}>
        {t('Show the latest')}
      </Link>
    </Alert>
  )
}

interface ActionsProps {
  readonly at: LocalParty
  /** Its template has a form to change it with. */
  readonly hasForm: boolean
  readonly name: string
  readonly ehrUid: string | undefined
}

function Actions({ at, hasForm, name, ehrUid }: ActionsProps) {
  const t = useTexts()
  const canChange = useRight('people.merge')
  const canAudit = useRight('audit')
  return (
    <Group gap="xs">
      {canChange && hasForm ? (
        <Button
          renderRoot={props => <Link to="/demographics/$kind/$uid/edit" params={at} {...props} />}
          variant="default"
          leftSection={<Pencil size={15} />}
        >
          {t('Edit')}
        </Button>
      ) : null}
      {at.kind === 'person' ? <MergeButton uid={at.uid} name={name} /> : null}
      {canAudit && at.kind === 'person' ? (
        <Button
          renderRoot={props => <Link to="/audit" search={{ ehr_id: at.uid }} {...props} />}
          variant="default"
          leftSection={<ScrollText size={15} />}
        >
          {t('Who saw this person')}
        </Button>
      ) : null}
      {ehrUid === undefined ? null : (
        <Button
          renderRoot={props => <Link to="/ehrs/$ehrId" params={{ ehrId: ehrUid }} {...props} />}
          leftSection={<FolderOpen size={15} />}
        >
          {t('Open EHR')}
        </Button>
      )}
    </Group>
  )
}

/** Birth date, age and sex of a person, and whether there is a record. */
function PersonState({ read, kind }: { readonly read: ReadParty; readonly kind: PartyKind }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { person } = read
  if (!person) return t(KIND_WORDS[kind])
  const { birthDate, sex, ehrUid } = person
  const age = birthDate === undefined ? undefined : ageAt(birthDate, new Date())
  const born =
    birthDate === undefined
      ? ''
      : `${t('Born')} ${formatIso(birthDate, timeStyle)}${age === undefined ? '' : ` (${age})`}`
  return (
    <>
      {[t(KIND_WORDS[kind]), born, sex ?? ''].filter(each => each !== '').join(' · ')}{' '}
      {ehrUid === undefined ? (
        <Badge variant="light" color="gray">
          {t('No EHR')}
        </Badge>
      ) : null}
    </>
  )
}

/** Facts of the party itself. */
function PartyFacts({ party }: { readonly party: RmObject }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const languages = languagesOf(party)
  const spoken = { kind: 'text', text: languages.join(', ') } as const
  const details = [
    ...detailsOf(party, timeStyle),
    ...(languages.length === 0 ? [] : [{ key: 'languages', label: t('Languages'), value: spoken }]),
  ]
  return (
    <>
      <Blocks title={t('Identities')} blocks={identitiesOf(party, timeStyle)} />
      {details.length === 0 ? null : (
        <Panel title={t('Details')}>
          <Lines lines={details} />
        </Panel>
      )}
      <Blocks title={t('Contacts and addresses')} blocks={contactsOf(party, timeStyle)} />
      <Blocks title={t('Capabilities')} blocks={capabilitiesOf(party, timeStyle)} />
    </>
  )
}

interface PartyRelationsProps {
  readonly party: RmObject
  readonly names: ReadParty['names']
  readonly kind: PartyKind
}

/** The parties that it refers to. People that an organisation refers to are its staff. */
function PartyRelations({ party, names, kind }: PartyRelationsProps) {
  const t = useTexts()
  const relationships = relationshipsOf(party)
  const staff = relationships.filter(each => kind === 'organisation' && each.party?.kind === 'person')
  const performer = performerOf(party)
  return (
    <>
      <Relations title={t('Performed by')} relations={performer ? [performer] : []} names={names} />
      <Relations title={t('Staff')} relations={staff} names={names} />
      <Relations
        title={t('Relationships')}
        relations={relationships.filter(each => !staff.includes(each))}
        names={names}
      />
      <Relations title={t('Roles')} relations={rolesOf(party)} names={names} />
    </>
  )
}

function PartyPage({ read, at, version }: { read: ReadParty; at: LocalParty; version: string | undefined }) {
  const t = useTexts()
  const { party, versions, person, names } = read
  const name = person?.name || (party ? identityText(party) : '')
  const title = at.kind === 'role' && party ? nameOf(party) : name
  return (
    <>
      <PageHead title={title || `${at.uid.slice(0, 8)}…`} state={<PersonState read={read} kind={at.kind} />}>
        <Actions
          at={at}
          hasForm={version === undefined && templateIdOf(party) !== undefined}
          name={name}
          ehrUid={person?.ehrUid}
        />
      </PageHead>
      {at.kind === 'person' ? <MergeBand uid={at.uid} /> : null}
      <OldBand versions={versions} at={at} shown={version} />
      <div className={style['columns']}>
        <div>
          {party ? (
            <PartyFacts party={party} />
          ) : (
            <Empty
              title={t('Deleted')}
              text={t('This version deleted it. Earlier versions are in the history.')}
            />
          )}
        </div>
        <div>
          {party ? <PartyRelations party={party} names={names} kind={at.kind} /> : null}
          <History versions={versions} at={at} shown={version} />
        </div>
      </div>
    </>
  )
}

export function PartyScreen() {
  const t = useTexts()
  const { kind, uid } = route.useParams()
  const { version } = route.useSearch()
  const canSee = useRight('people')
  const at: LocalParty = { kind: kindOf(kind), uid }
  const read = useParty(at, version, canSee)
  if (!canSee) return <NoRight right="person-*.rs" />
  return (
    <Wait query={read} heading={t('Demographics')}>
      {found => <PartyPage read={found} at={at} version={version} />}
    </Wait>
  )
}
