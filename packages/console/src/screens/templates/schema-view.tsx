/** The JSON Schema of a template's records, made in the worker. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Wait } from '../../parts/states.tsx'
import { useOpt } from '../form/use-opt.ts'
import { startWorker } from '../form/worker.ts'

interface Props {
  readonly templateId: string
  readonly show: (schema: string) => ReactNode
}

export function SchemaView({ templateId, show }: Props) {
  const opt = useOpt(templateId).data
  const schema = useQuery({
    queryKey: ['template', templateId, 'schema'],
    queryFn: async () => {
      const worker = startWorker()
      try {
        await worker.ask({ kind: 'open', opt: opt ?? '' })
        const described = await worker.ask({ kind: 'describe' })
        return JSON.stringify(described.schema, null, 2)
      } finally {
        worker.close()
      }
    },
    enabled: opt !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Wait query={schema}>{text => show(text)}</Wait>
}
