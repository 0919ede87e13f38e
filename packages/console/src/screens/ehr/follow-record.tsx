/** The record follows what others commit: what is shown is read again, but never while somebody types. */
import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useLive } from '../../session/use-live.ts'
import style from './ehr.module.css'
import { ehrKey } from './ehr-key.ts'
import { useTexts } from './texts.ts'

/** The newest records with their versions: a commit to one of them changes a row. */
const NEWEST = `SELECT c/uid/value AS uid FROM EHR e CONTAINS COMPOSITION c
  ORDER BY c/context/start_time/value DESC LIMIT 200`

const FIELDS = 'input, textarea, select, [contenteditable="true"]'

const isTyping = (): boolean => document.activeElement?.matches(FIELDS) === true

export function FollowRecord({ ehrId }: { readonly ehrId: string }) {
  const t = useTexts()
  const refresh = useRefresh(ehrKey(ehrId))
  const [isBehind, setBehind] = useState(false)
  const isFirst = useRef(true)
  const show = () => {
    setBehind(false)
    void refresh()
  }
  useLive({ q: NEWEST, ehrId }, () => {
    if (isFirst.current) isFirst.current = false
    else if (isTyping()) setBehind(true)
    else show()
  })
  return isBehind ? (
    <Group className={style['changed']} role="status" gap="xs">
      <Text size="sm">{t('Somebody has added to this record.')}</Text>
      <Button size="compact-xs" variant="subtle" onClick={show}>
        {t('Show')}
      </Button>
    </Group>
  ) : null
}
