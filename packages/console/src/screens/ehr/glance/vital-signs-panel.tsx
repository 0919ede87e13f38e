/** The latest vital signs, each with a small trend. */
import { Link } from '@tanstack/react-router'
import { wordIn } from '../../../display/clinical/entry-summary.ts'
import { formatIso } from '../../../display/time.ts'
import { useTimeStyle } from '../../../display/use-time-style.ts'
import { EntryIcon } from '../../../parts/entry-icon.tsx'
import { Sparkline } from '../../../parts/sparkline.tsx'
import { Failure, Wait } from '../../../parts/states.tsx'
import { Value } from '../../../parts/value.tsx'
import { useTimelineChoices, useVitalSigns } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { useClinical } from '../use-clinical.ts'
import style from './glance.module.css'
import { type VitalSign, vitalSign } from './glance.ts'
import { Panel } from './panel.tsx'

function Tile({ ehrId, sign }: { readonly ehrId: string; readonly sign: VitalSign }) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const { definition, name, line, latest, time, uid, series } = sign
  const label = definition.label ? wordIn(definition.label, timeStyle.language) : name
  const [only, ...others] = definition.chart ?? []
  const view = others.length === 0 && only !== undefined ? latest.values[only] : undefined
  const points = series[0]?.points.length ?? 0
  return (
    <Link to="/ehrs/$ehrId/compositions/$uid" params={{ ehrId, uid }} className={style['tile']}>
      <span className={style['tileLabel']}>
        <EntryIcon name={definition.icon} size={15} className={style['icon']} />
        {label}
      </span>
      <span className={style['tileValue']}>{view ? <Value view={view} /> : line}</span>
      <Sparkline
        lines={series}
        label={t('{label}: the latest {count} {count:value|values}', { label, count: points })}
      />
      <span className="dim">{formatIso(time, timeStyle)}</span>
    </Link>
  )
}

export function VitalSignsPanel({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const clinical = useClinical()
  const choices = useTimelineChoices(ehrId)
  const found = useVitalSigns(ehrId, clinical.definitions, choices.data?.archetypes)
  return (
    <Panel title={t('Vital signs')} ehrId={ehrId} more="trends">
      {choices.error ? <Failure error={choices.error} retry={() => void choices.refetch()} /> : null}
      <Wait query={found} rows={3}>
        {all => {
          const signs = all.flatMap(({ definition, rows }) => vitalSign(definition, rows, clinical) ?? [])
          if (signs.length === 0) return <p className="dim">{t('Nothing recorded')}</p>
          return (
            <div className={style['tiles']}>
              {signs.map(sign => (
                <Tile key={sign.definition.archetypes.join()} ehrId={ehrId} sign={sign} />
              ))}
            </div>
          )
        }}
      </Wait>
    </Panel>
  )
}
