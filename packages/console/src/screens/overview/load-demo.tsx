/** The way on from a server without records: load the demo hospital, or create the first EHR. */
import { Button, Group, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hospital } from 'lucide-react'
import { useState } from 'react'
import { Empty, Failure } from '../../parts/states.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useRight, useSession } from '../../session/use-session.ts'
import { useTexts } from './texts.ts'

export function NoRecords() {
  const t = useTexts()
  const session = useSession()
  const refresh = useRefresh([])
  const canLoad = useRight('templates')
  const [percent, setPercent] = useState(0)
  const loading = useMutation({
    // The generator and its templates are a chunk of their own.
    mutationFn: async () => (await import('./demo.ts')).loadDemo(session, setPercent),
    onSuccess: refresh,
  })
  if (!canLoad)
    return (
      <Empty
        title={t('No EHR in reach')}
        text={t('There is no EHR here that you may see. If you expect one, ask an administrator.')}
      />
    )
  return (
    <Empty
      title={t('No record yet')}
      text={t(
        'Load the demo hospital to try things: 20 made-up patients with their records, templates and queries. Or create the first EHR.',
      )}
    >
      {loading.isPending ? (
        <Progress value={percent} aria-label={t('Load the demo hospital')} w="100%" maw={320} />
      ) : (
        <Group>
          <Button leftSection={<Hospital size={16} />} onClick={() => loading.mutate()}>
            {t('Load the demo hospital')}
          </Button>
          <Button renderRoot={props => <Link to="/ehrs" {...props} />} variant="default">
            {t('EHRs')}
          </Button>
        </Group>
      )}
      {loading.error ? <Failure error={loading.error} /> : null}
    </Empty>
  )
}
