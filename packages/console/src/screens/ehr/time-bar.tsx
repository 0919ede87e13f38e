/** Chooses the time that all charts show: where something was measured, a range with two handles, and lengths by name. */
import { Button, Group, RangeSlider } from '@mantine/core'
import { useMemo } from 'react'
import { formatInstant } from '../../display/time.ts'
import { useTimeStyle } from '../../display/use-time-style.ts'
import type { TimeSpan } from '../../parts/shared-time.ts'
import style from './ehr.module.css'
import { type TextKey, useTexts } from './texts.ts'
import { clippedTo, countsIn, type LatestName, latestChoices, latestOf } from './time-span.ts'

const PARTS = 160

/** Steps of the handles, by keyboard too. */
const STEPS = 500

const NAMES = {
  '24 hours': 'Last 24 hours',
  '7 days': 'Last 7 days',
  '30 days': 'Last 30 days',
  '1 year': 'Last year',
  '5 years': 'Last 5 years',
} as const satisfies Record<LatestName, TextKey>

interface Props {
  readonly all: TimeSpan
  readonly times: readonly number[]
  readonly span: TimeSpan
  readonly choose: (span: TimeSpan) => void
}

function Measured({ all, times }: Pick<Props, 'all' | 'times'>) {
  const counts = useMemo(() => countsIn(all, times, PARTS), [all, times])
  const most = Math.max(1, ...counts)
  return (
    <svg
      className={style['measured']}
      viewBox={`0 0 ${PARTS} 16`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {counts.map((count, part) => {
        // A single measurement among many stays visible.
        const height = count === 0 ? 0 : 3 + (count / most) * 13
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a span never change their order
        return <rect key={part} x={part} width={0.8} y={16 - height} height={height} />
      })}
    </svg>
  )
}

export function TimeBar({ all, times, span, choose }: Props) {
  const t = useTexts()
  const timeStyle = useTimeStyle()
  const words = (time: number) => formatInstant(new Date(time * 1000), timeStyle)
  const isAll = span.from === all.from && span.to === all.to
  const choices = latestChoices(all)
  const last = useMemo(() => times.reduce((latest, time) => Math.max(latest, time), all.from), [all, times])
  const isLatest = (name: LatestName) => {
    const { from, to } = latestOf(all, last, name)
    return !isAll && span.from === from && span.to === to
  }
  const width = all.to - all.from
  return (
    <section className={style['timeBar']} aria-label={t('Time shown')}>
      <Group justify="space-between" gap="xs">
        <span className={style['timeWords']}>
          {words(span.from)} – {words(span.to)}
        </span>
        <Group gap={4}>
          {choices.map(name => (
            <Button
              key={name}
              size="compact-xs"
              variant={isLatest(name) ? 'filled' : 'default'}
              aria-pressed={isLatest(name)}
              onClick={() => choose(latestOf(all, last, name))}
            >
              {t(NAMES[name])}
            </Button>
          ))}
          <Button
            size="compact-xs"
            variant={isAll ? 'filled' : 'default'}
            aria-pressed={isAll}
            onClick={() => choose(all)}
          >
            {t('All')}
          </Button>
        </Group>
      </Group>
      <Measured all={all} times={times} />
      <RangeSlider
        size="xs"
        min={all.from}
        max={all.to}
        step={width / STEPS}
        minRange={width / STEPS}
        value={[span.from, span.to]}
        onChange={([from, to]) => choose(clippedTo(all, { from, to }))}
        label={null}
        thumbFromLabel={t('From')}
        thumbToLabel={t('Until')}
        thumbValueText={words}
      />
      <p className="dim">{t('Drag over a chart to see a part of it in all charts.')}</p>
    </section>
  )
}
