/** The requests that the console made: status, time, and each as a command to paste. */
import { ActionIcon, Badge, Button, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useTexts } from '../language/use-texts.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { curlOf } from '../requests/curl.ts'
import { type LoggedRequest, requestLog } from '../requests/request-log.ts'
import { useStore } from '../store.ts'
import style from './inspector.module.css'

function statusColor({ status, failure }: LoggedRequest): string {
  if (failure !== undefined || (status ?? 0) >= 500) return 'red'
  if (status === undefined) return 'gray'
  return status >= 400 ? 'amber' : 'cairn'
}

function RequestRow({ request }: { readonly request: LoggedRequest }) {
  const t = useTexts()
  const { method, url, status, milliseconds, failure, requestId } = request
  const { pathname, search } = new URL(url, document.baseURI)
  const outcome = failure === undefined ? (status ?? t('under way')) : t(failure as 'no answer' | 'cancelled')
  return (
    <li className={style['request']}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs" wrap="nowrap">
          <Badge variant="light" color={statusColor(request)} radius="sm">
            {outcome}
          </Badge>
          <Text size="xs" fw={600}>
            {method}
          </Text>
          <Text size="xs" c="dimmed">
            {milliseconds === undefined ? '' : `${milliseconds} ms`}
          </Text>
        </Group>
        <CopyButton
          value={curlOf({ ...request, url: new URL(url, document.baseURI).href })}
          label={t('Copy as curl')}
        />
      </Group>
      <div className={style['address']}>{decodeURIComponent(pathname) + search}</div>
      {requestId === undefined ? null : (
        <Text size="xs" c="dimmed" className="mono">
          {requestId}
        </Text>
      )}
    </li>
  )
}

export function Inspector({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts()
  const requests = useStore(requestLog)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={t('Requests of this page')}
      closeButtonProps={{ 'aria-label': t('Close') }}
      overlayProps={{ backgroundOpacity: 0.15 }}
    >
      <Stack gap="sm">
        {requests.length === 0 ? (
          <Text c="dimmed">{t('No requests yet.')}</Text>
        ) : (
          <Group justify="flex-end">
            <Tooltip label={t('Clear')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => requestLog.set([])}
                aria-label={t('Clear')}
              >
                <Trash2 size={16} />
              </ActionIcon>
            </Tooltip>
          </Group>
        )}
        <ul className={style['list']}>
          {requests.toReversed().map(request => (
            <RequestRow key={request.number} request={request} />
          ))}
        </ul>
        <Button variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </Stack>
    </Drawer>
  )
}
