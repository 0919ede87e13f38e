/** `cairn tail`: changes as they are committed, until Ctrl-C. */
import type { ChangeEvent } from '@cairn-ehr/client'
import { type Context, verb } from '../command/verb.ts'
import { FEED_OPTIONS } from './feed-options.ts'
import { wholeNumber } from './numbers.ts'

/** A line for people: time, type, what was changed, and its EHR and template. */
function printChange({ time, type, subject, data }: ChangeEvent): string {
  const { ehr_id, template_id } = data
  const about = [
    ...(ehr_id !== undefined && ehr_id !== subject ? [`ehr ${ehr_id}`] : []),
    ...(template_id !== undefined && template_id !== subject ? [template_id] : []),
  ]
  return [time, type.padEnd(24), subject, ...about].join('  ')
}

type Wanted = NonNullable<Parameters<ReturnType<Context['connect']>['changes']>[0]>

async function tail(context: Context, wanted: Wanted, most: number): Promise<void> {
  let count = 0
  try {
    for await (const change of context.connect('api.read').changes({ ...wanted, signal: context.stop })) {
      context.write(`${context.isJson ? JSON.stringify(change) : printChange(change)}\n`)
      count += 1
      if (count === most) return
    }
  } catch (error) {
    // Ctrl-C is the way to end it.
    if (!context.stop.aborted) throw error
  }
}

export const TAIL_VERBS = [
  verb({
    words: 'tail',
    about: 'show changes as they are committed, until Ctrl-C',
    details:
      'One line for each event of the change feed, with --json as CloudEvents. Filters can be repeated: an event passes with one of the values of each.',
    options: {
      ...FEED_OPTIONS,
      data: { type: 'boolean', about: 'with the content of records (only with --json)' },
      times: { type: 'string', value: 'n', about: 'number of events' },
    },
    examples: [
      'cairn tail --type composition.created --template "Vital signs"',
      'cairn tail --after start --times 10 --json',
    ],
    run: async (context, { options }) => {
      const { after = 'now', type, template, archetype, ehr, tag, data, times } = options
      const wanted = {
        after,
        type: [...type] as NonNullable<Wanted['type']>,
        template_id: [...template],
        archetype_id: [...archetype],
        ehr_id: [...ehr],
        tag: [...tag],
        ...(data ? { include: 'data' as const } : {}),
      }
      await tail(context, wanted, wholeNumber(times, 'times', 'tail', 1) ?? 0)
    },
  }),
]
