/** Problems, allergies, medication or alerts as they are now, with the list or the records that say so. */
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EntryKind } from '../../../display/clinical/definition.ts'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { EntryIcon } from '../../../parts/entry-icon.tsx'
import { Failure, Wait } from '../../../parts/states.tsx'
import { useListEntries } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import style from './glance.module.css'
import { type CurrentList, currentList, type ListItem } from './glance.ts'
import { Panel } from './panel.tsx'

interface ItemProps {
  readonly ehrId: string
  readonly item: ListItem
  readonly showsSource: boolean
}

function Item({ ehrId, item: { uid, time, record, summary }, showsSource }: ItemProps) {
  const timeStyle = useTimeStyle()
  const [title, ...details] = summary.parts
  return (
    <li className={style['item']}>
      <EntryIcon name={summary.definition.icon} size={15} className={style['icon']} />
      <span>
        <b>{title ?? summary.name}</b>
        {details.length === 0 ? null : <span className="dim">, {details.join(', ')}</span>}
        {showsSource ? (
          <>
            {' '}
            <Link
              to="/ehrs/$ehrId/compositions/$uid"
              params={{ ehrId, uid }}
              className={style['source']}
            >{`${record}, ${formatIso(time.slice(0, 10), timeStyle)}`}</Link>
          </>
        ) : null}
      </span>
    </li>
  )
}

function List({ ehrId, list }: { readonly ehrId: string; readonly list: CurrentList }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const [showsEnded, setShowsEnded] = useState(false)
  const { current, ended, source } = list
  const shown = showsEnded ? ended : []
  if (current.length === 0 && ended.length === 0)
    return (
      <p className="dim">
        {t('Nothing recorded')}. {t('That does not mean that there is nothing.')}
      </p>
    )
  return (
    <>
      <ul className={style['items']}>
        {current.map(item => (
          <Item key={item.key} ehrId={ehrId} item={item} showsSource={source === undefined} />
        ))}
      </ul>
      {ended.length > 0 ? (
        <button type="button" className={style['more']} onClick={() => setShowsEnded(!showsEnded)}>
          {showsEnded ? t('Hide') : t('{count} no longer current', { count: ended.length })}
        </button>
      ) : null}
      <ul className={`${style['items']} ${style['ended']}`}>
        {shown.map(item => (
          <Item key={item.key} ehrId={ehrId} item={item} showsSource={source === undefined} />
        ))}
      </ul>
      {source ? (
        <Link
          to="/ehrs/$ehrId/compositions/$uid"
          params={{ ehrId, uid: source.uid }}
          className={style['source']}
        >{`${source.record}, ${formatIso(source.time, timeStyle)}`}</Link>
      ) : null}
    </>
  )
}

interface Props {
  readonly ehrId: string
  readonly kind: EntryKind
  readonly title: string
}

export function CurrentListPanel({ ehrId, kind, title }: Props) {
  const clinical = useClinical()
  const found = useListEntries(ehrId, kind, clinical.definitions)
  return (
    <Panel title={title} ehrId={ehrId}>
      <Wait query={found} rows={3}>
        {rows => <List ehrId={ehrId} list={currentList(rows, clinical)} />}
      </Wait>
    </Panel>
  )
}

/** Precautions and contraindications. Most patients have none, and then nothing is shown. */
export function AlertsPanel({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const clinical = useClinical()
  const { data, error } = useListEntries(ehrId, 'alert', clinical.definitions)
  const list = currentList(data ?? [], clinical)
  if (!error && list.current.length + list.ended.length === 0) return null
  return (
    <Panel title={t('Alerts')} ehrId={ehrId}>
      {error ? <Failure error={error} /> : <List ehrId={ehrId} list={list} />}
    </Panel>
  )
}
