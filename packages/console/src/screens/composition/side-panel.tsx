/** Versions, commit, signature and the ways to copy: what stands beside a composition. */
import { Badge, Group, Slider, Stack, Text } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { BadgeCheck, BadgeX, CircleHelp } from 'lucide-react'
import { termText } from '../../display/openehr-terms.ts'
import { identifiedParty } from '../../display/party-ref.ts'
import { objectAt, partyName, type RmObject, templateIdOf, textAt } from '../../display/rm-object.ts'
import { formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { curlOf } from '../../requests/curl.ts'
import { baseUrl } from '../../session/session.ts'
import { NamedParty, PartyName } from '../demographics/named-party.tsx'
import { useTemplateVersions } from '../templates/queries.ts'
import style from './composition.module.css'
import { attestationsOf } from './provenance.ts'
import { useSignature } from './queries.ts'
import type { SignatureState } from './signature.ts'
import { useTexts } from './texts.ts'
import { templateVersionAt, type VersionEntry } from './versions.ts'

const route = getRouteApi('/ehrs/$ehrId/compositions/$uid')

interface Props {
  readonly ehrId: string
  readonly version: RmObject
  readonly versions: readonly VersionEntry[]
  readonly current: VersionEntry
}

const SIGNATURES = {
  valid: ['Signature valid', 'cairn', BadgeCheck],
  invalid: ['Signature invalid', 'red', BadgeX],
  'unknown key': ['Signed with an unknown key', 'amber', CircleHelp],
  'not checked': ['Signature not checked by this browser', 'gray', CircleHelp],
} as const satisfies Record<SignatureState, unknown>

function Signature({ version }: { readonly version: RmObject }) {
  const t = useTexts()
  const state = useSignature(version)
  if (state.data === undefined) return null
  const [words, color, Icon] = SIGNATURES[state.data]
  return (
    <Badge color={color} variant="light" leftSection={<Icon size={13} />} className={style['signature']}>
      {t(words)}
    </Badge>
  )
}

function VersionSlider({ ehrId, versions, current }: Omit<Props, 'version'>) {
  const t = useTexts()
  const { with: _other, ...search } = route.useSearch()
  const navigate = useNavigate()
  const oldestFirst = versions.toReversed()
  if (versions.length < 2) return null
  const open = (number: number) => {
    const chosen = versions.find(each => each.number === number)
    if (chosen)
      void navigate({
        to: '/ehrs/$ehrId/compositions/$uid',
        params: { ehrId, uid: chosen.uid },
        search,
        replace: true,
      })
  }
  return (
    <Slider
      min={oldestFirst[0]?.number ?? 1}
      max={versions[0]?.number ?? 1}
      step={1}
      marks={oldestFirst.map(({ number }) => ({ value: number }))}
      defaultValue={current.number}
      key={current.number}
      onChangeEnd={open}
      thumbLabel={t('Version {number}', { number: current.number })}
      label={value => t('Version {number}', { number: value })}
      mb="sm"
    />
  )
}

/** The version of the template that was in force when the record was committed. */
function TemplateVersion({
  templateId,
  committed,
}: {
  readonly templateId: string
  readonly committed: string
}) {
  const t = useTexts()
  const number = templateVersionAt(useTemplateVersions(templateId).data ?? [], committed)
  return number === undefined ? null : <span className="dim"> {t('Version {number}', { number })}</span>
}

function Attestations({ version }: { readonly version: RmObject }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const attestations = attestationsOf(version)
  if (attestations.length === 0) return null
  return (
    <section aria-label={t('Attestations')}>
      <Text fw={600} size="sm">
        {t('Attestations')}
      </Text>
      <ul className={style['attestations']}>
        {attestations.map(({ key, who, party, time, reason, isPending }) => (
          <li key={key}>
            <b>
              <NamedParty party={party} name={who} />
            </b>{' '}
            {formatIso(time, timeStyle)} <span className="dim">{reason}</span>
            {isPending ? ` (${t('pending')})` : ''}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The commit of the version: time, person, kind of change, template and id. */
function Commit({ version, current }: Pick<Props, 'version' | 'current'>) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const committer = objectAt(objectAt(version, 'commit_audit'), 'committer')
  const template = templateIdOf(objectAt(version, 'data'))
  return (
    <dl className={style['audit']}>
      <dt>{t('Committed')}</dt>
      <dd>{formatIso(current.time, timeStyle)}</dd>
      <dt>{t('Committer')}</dt>
      <dd>
        <NamedParty party={identifiedParty(committer)} name={partyName(committer)} />
      </dd>
      <dt>{t('Change')}</dt>
      <dd>{termText(current.change, timeStyle.language)}</dd>
      {current.description === '' || current.description === current.change ? null : (
        <>
          <dt>{t('Description')}</dt>
          <dd>{current.description}</dd>
        </>
      )}
      {template === undefined ? null : (
        <>
          <dt>{t('Template')}</dt>
          <dd>
            <Link to="/templates/$templateId" params={{ templateId: template }}>
              {template}
            </Link>
            <TemplateVersion templateId={template} committed={current.time} />
          </dd>
        </>
      )}
      <dt>{t('Version id')}</dt>
      <dd className={style['uid']}>
        {current.uid} <CopyButton value={current.uid} label={t('Copy')} />
      </dd>
    </dl>
  )
}

export function SidePanel({ ehrId, version, versions, current }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { with: _other, ...search } = route.useSearch()
  const lifecycle = textAt(objectAt(version, 'lifecycle_state'), 'value') ?? ''
  const url = `${baseUrl()}/openehr/v1/ehr/${ehrId}/composition/${current.uid}`
  const curl = curlOf({ method: 'GET', url, headers: { authorization: '', accept: 'application/json' } })
  return (
    <aside className={style['side']} aria-label={t('Versions')}>
      <Stack gap="sm">
        <div>
          <Text fw={600} size="sm" mb="xs">
            {t('Version {number} of {total}', { number: current.number, total: versions.length })}
          </Text>
          <VersionSlider ehrId={ehrId} versions={versions} current={current} />
          <Group gap="xs">
            <Badge variant="light" color={lifecycle === 'complete' ? 'cairn' : 'amber'}>
              {termText(lifecycle, timeStyle.language)}
            </Badge>
            <Signature version={version} />
          </Group>
        </div>
        <Commit version={version} current={current} />
        <Attestations version={version} />
        <CopyButton value={curl} label={t('Copy as curl')} withText />
        <ol className={style['versions']}>
          {versions.map(({ uid, number, time, committer, party }) => (
            <li key={uid}>
              <Link
                to="/ehrs/$ehrId/compositions/$uid"
                params={{ ehrId, uid }}
                search={search}
                aria-current={number === current.number ? 'true' : undefined}
              >
                <b>{number}</b> {formatIso(time, timeStyle)}{' '}
                <span className="dim">
                  <PartyName party={party} name={committer} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </Stack>
    </aside>
  )
}
