/** Work that the server does by itself, again and again, and what became of it. */
import { repeatAtInterval } from '../interval.ts'
import { metricSection } from './prometheus.ts'

export interface Jobs {
  /** Repeats a job at an interval. Returns a function that stops it. */
  repeat(job: Job): () => void
  /** In the text format of Prometheus. */
  render(): string
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

export function openJobs(now: () => number): Jobs {
  const jobs = new Map<string, JobFigures>()

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
  const lines = (print: (name: string, figures: JobFigures) => readonly string[]) =>
    [...jobs].flatMap(([name, figures]) => print(name, figures))

  return {
    repeat: ({ name, milliseconds, work, failed }) => {
      const figures = { done: 0, failed: 0, seconds: 0, succeededAt: now() / 1000 }
      jobs.set(name, figures)
      return repeatAtInterval(milliseconds, () => measured(figures, work), failed)
    },
    render: () =>
      [
        metricSection(
          'cairn_job_runs_total',
          'counter',
          'Runs of background jobs.',
          lines((job, { done, failed }) => [
            `cairn_job_runs_total{job="${job}",outcome="ok"} ${done}`,
            `cairn_job_runs_total{job="${job}",outcome="failed"} ${failed}`,
          ]),
        ),
        metricSection(
          'cairn_job_seconds_total',
          'counter',
          'Time spent in background jobs.',
          lines((job, { seconds }) => [`cairn_job_seconds_total{job="${job}"} ${seconds}`]),
        ),
        metricSection(
          'cairn_job_last_success_timestamp_seconds',
          'gauge',
          'Time of the last successful run; before the first one, the time the server started.',
          lines((job, { succeededAt }) => [
            `cairn_job_last_success_timestamp_seconds{job="${job}"} ${succeededAt}`,
          ]),
        ),
      ].join('\n'),
  }
}
