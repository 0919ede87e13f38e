/** An EHR out of reach: somebody whose role has it takes an hour's access in an emergency, and says why. */
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core'
import { Siren } from 'lucide-react'
import { useState } from 'react'
import { Failure } from '../../parts/states.tsx'
import { useAct } from '../../session/use-act.ts'
import { ehrKey } from './ehr-key.ts'
import { useTexts } from './texts.ts'

/** As the server asks for. */
const SHORTEST_REASON = 10

export function TakeAccess({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const take = useAct(
    cairn => cairn.authorization.breakGlass({ body: { ehrId, reason: reason.trim() } }),
    [ehrKey(ehrId), []],
  )
  return (
    <Alert
      color="amber"
      variant="light"
      icon={<Siren size={18} />}
      title={t('You may not see this EHR, or it does not exist.')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {t(
            'In an emergency you can take access for one hour. It is recorded with your name and reason, and somebody reviews it.',
          )}
        </Text>
        <Textarea
          label={t('Reason for the access')}
          autosize
          minRows={2}
          w="100%"
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <Button
          color="amber"
          variant="filled"
          autoContrast
          disabled={reason.trim().length < SHORTEST_REASON}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('Take access for one hour')}
        </Button>
        {take.error ? <Failure error={take.error} /> : null}
      </Stack>
    </Alert>
  )
}
