/** Contributions, tags, episodes and accesses of an EHR as tables. */
import { Badge, Button, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { termText } from '../../display/openehr-terms.ts'
import { objectAt, type RmObject, textAt } from '../../display/rm-object.ts'
import { formatClock, formatIso } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Empty, NoRight, Wait } from '../../parts/states.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useRight } from '../../session/use-session.ts'
import { type AccessLine, accessLines } from './access.ts'
import style from './ehr.module.css'
import { MOST_EVENTS, useAccesses, useContributions, useEhr, useTags } from './queries.ts'
import { useTexts } from './texts.ts'

interface Props {
  readonly ehrId: string
}

export function ContributionsView({ ehrId }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const found = useContributions(ehrId)
  return (
    <Wait query={found}>
      {contributions =>
        contributions.length === 0 ? (
          <Empty title={t('No contributions')} />
        ) : (
          <WideTable
            label={t('Contributions')}
            headings={[t('Committed'), t('Committer'), t('Versions'), t('Contribution')]}
          >
            {contributions.map(({ uid, time, committer, versions }) => (
              <Table.Tr key={uid}>
                <Table.Td className={style['nowrap']}>{formatIso(time, timeStyle)}</Table.Td>
                <Table.Td>{committer}</Table.Td>
                <Table.Td>
                  {versions.map(version => (
                    <div key={version.uid}>
                      <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid: version.uid }}>
                        {version.name}
                      </Link>{' '}
                      <span className="dim">{termText(version.change, timeStyle.language)}</span>
                    </div>
                  ))}
                </Table.Td>
                <Table.Td className={style['nowrap']}>
                  <span className="mono">{uid.slice(0, 8)}…</span>{' '}
                  <CopyButton value={uid} label={t('Copy')} />
                </Table.Td>
              </Table.Tr>
            ))}
          </WideTable>
        )
      }
    </Wait>
  )
}

export function TagsView({ ehrId }: Props) {
  const t = useTexts()
  const found = useTags(ehrId)
  return (
    <Wait query={found}>
      {tags =>
        tags.length === 0 ? (
          <Empty title={t('No tags')} text={t('Clients can mark records with tags; this EHR has none.')} />
        ) : (
          <WideTable label={t('Tags')} headings={[t('Key'), t('Value'), t('On')]}>
            {tags.map(tag => {
              const target = textAt(objectAt(tag.target as unknown as RmObject, 'id'), 'value') ?? ''
              return (
                <Table.Tr key={`${tag.key} ${target} ${tag.target_path ?? ''}`}>
                  <Table.Td>
                    <Badge variant="light">{tag.key}</Badge>
                  </Table.Td>
                  <Table.Td>{tag.value}</Table.Td>
                  <Table.Td className="mono">
                    {target} {tag.target_path}
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </WideTable>
        )
      }
    </Wait>
  )
}

export function EpisodesView({ ehrId }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const ehr = useEhr(ehrId)
  return (
    <Wait query={ehr}>
      {({ episodes }) => (
        <WideTable
          label={t('Episodes')}
          headings={[t('Episode'), t('Name'), t('Start'), t('End'), t('State')]}
        >
          {episodes.map(({ uid, episodeId, name, startsAt, endsAt, active }) => (
            <Table.Tr key={uid}>
              <Table.Td className="mono">{episodeId}</Table.Td>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{formatIso(startsAt, timeStyle)}</Table.Td>
              <Table.Td>{endsAt === undefined ? t('open') : formatIso(endsAt, timeStyle)}</Table.Td>
              <Table.Td>
                <Badge variant="light" color={active ? 'cairn' : 'gray'}>
                  {active ? t('active') : t('inactive')}
                </Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </WideTable>
      )}
    </Wait>
  )
}

function AccessRow({ line }: { readonly line: AccessLine }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [isOpen, setOpen] = useState(false)
  const { day, who, client, reads, writes, refused, failed, taken, events } = line
  const parts = [
    reads > 0 ? t('read {count} {count:time|times}', { count: reads }) : '',
    writes > 0 ? t('wrote {count} {count:time|times}', { count: writes }) : '',
    taken > 0 ? t('took access in an emergency {count} {count:time|times}', { count: taken }) : '',
    refused > 0 ? t('was refused {count} {count:time|times}', { count: refused }) : '',
    failed > 0 ? t('asked {count} {count:time|times} without a result', { count: failed }) : '',
  ].filter(part => part !== '')
  return (
    <li className={style['access']}>
      <div className={style['accessLine']}>
        <span>
          <b>{who || t('Somebody without a token')}</b>
          {client !== '' && client !== who ? <span className="dim"> ({client})</span> : null}{' '}
          {parts.join(', ')} <span className="dim">· {formatIso(day, timeStyle)}</span>
        </span>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? t('Hide') : t('Events')}
        </Button>
      </div>
      {isOpen ? (
        <ul className={style['events']}>
          {events.map(event => (
            <li key={event.event_id}>
              {formatClock(new Date(event.at), timeStyle, true)} · {event.status} · {event.method}{' '}
              <span className="mono">{event.path}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

export function AccessView({ ehrId }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const isAdmin = useRight('api.admin')
  const found = useAccesses(ehrId, isAdmin)
  if (!isAdmin) return <NoRight right="api.admin" />
  return (
    <Wait query={found}>
      {({ events }) => (
        <>
          <ul className={style['accesses']}>
            {accessLines(events, timeStyle.zone).map(line => (
              <AccessRow key={line.key} line={line} />
            ))}
          </ul>
          {events.length === MOST_EVENTS ? (
            <p className="dim">
              {t('{count:This is|These are} the latest {count} {count:event|events}.', {
                count: MOST_EVENTS,
              })}
            </p>
          ) : null}
        </>
      )}
    </Wait>
  )
}
