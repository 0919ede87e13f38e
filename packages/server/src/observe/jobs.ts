/** Work that the server does by itself, again and again, and what became of it. */
import { repeatAtInterval } from './interval.ts'
import type { ReadMetric } from './metrics.ts'

export interface Jobs {
  /** Repeats a job at an interval. Returns a function that stops it. */
  repeat(job: Job): () => void
  metrics(): ReadMetric[]
  report(): JobReport[]
  /** Stops all of them. */
  close(): void
}

export interface JobReport {
  readonly name: string
  readonly done: number
  readonly failed: number
  /** Left out before the first success. */
  readonly succeeded_at?: string
}

interface Job {
  /** In metrics, such as `dictionary_sweep`. */
  readonly name: string
  readonly milliseconds: number
  readonly work: () => Promise<unknown>
  readonly failed: (error: unknown) => void
}

interface JobFigures {
  done: number
  failed: number
  seconds: number
  /** Seconds since 1970; 0: not yet. */
  succeededAt: number
}

function metricsOf(jobs: ReadonlyMap<string, JobFigures>): ReadMetric[] {
  const samples = (read: (figures: JobFigures) => number) =>
    [...jobs].map(([job, figures]) => [read(figures), { job }] as const)
  return [
    {
      name: 'cairn_job_runs_total',
      type: 'counter',
      help: 'Runs of background jobs.',
      labels: ['job', 'outcome'],
      samples: [...jobs].flatMap(([job, { done, failed }]) => [
        [done, { job, outcome: 'ok' }] as const,
        [failed, { job, outcome: 'failed' }] as const,
      ]),
    },
    {
      name: 'cairn_job_seconds_total',
      type: 'counter',
      help: 'Time spent in background jobs.',
      labels: ['job'],
      samples: samples(({ seconds }) => seconds),
    },
    {
      name: 'cairn_job_last_success_timestamp_seconds',
      type: 'gauge',
      help: 'Time of the last successful run; before the first one, the time the server started.',
      labels: ['job'],
      samples: samples(({ succeededAt }) => succeededAt),
    },
  ]
}

/** `pace` divides every interval. */
export function openJobs(now: () => number, pace = 1): Jobs {
  const jobs = new Map<string, JobFigures>()
  const stops: (() => void)[] = []

  const measured = async (figures: JobFigures, work: () => Promise<unknown>): Promise<void> => {
    const startedAt = performance.now()
    try {
      await work()
      figures.done += 1
      figures.succeededAt = now() / 1000
    } catch (error) {
      figures.failed += 1
      throw error
    } finally {
      figures.seconds += (performance.now() - startedAt) / 1000
    }
  }

  return {
    report: () =>
      [...jobs].map(([name, { done, failed, succeededAt }]) => ({
        name,
        done,
        failed,
        ...(done === 0 ? {} : { succeeded_at: new Date(succeededAt * 1000).toISOString() }),
      })),
    repeat: ({ name, milliseconds, work, failed }) => {
      const figures = { done: 0, failed: 0, seconds: 0, succeededAt: now() / 1000 }
      jobs.set(name, figures)
      const stop = repeatAtInterval(milliseconds / pace, () => measured(figures, work), failed)
      stops.push(stop)
      return stop
    },
    close: () => {
      for (const stop of stops) stop()
    },
    metrics: () => metricsOf(jobs),
  }
}
