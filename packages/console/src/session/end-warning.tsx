/** Warns somebody before the session ends, and uses it while they type. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { useStore } from '../store.ts'
import { isDue, lifetime, warningAt } from './lifetime.ts'
import style from './session.module.css'
import { keepSession } from './session.ts'

const TICK_MS = 5000

/** Somebody who writes a long text makes no request, and is not away. */
function useActivity(): void {
  useEffect(() => {
    const act = () => {
      const known = lifetime.get()
      if (known && isDue(known, Date.now()) && warningAt(known, Date.now()) === undefined) void keepSession()
    }
    const events = ['keydown', 'pointerdown'] as const
    for (const event of events) window.addEventListener(event, act)
    return () => {
      for (const event of events) window.removeEventListener(event, act)
    }
  }, [])
}

export function EndWarning() {
  const t = useTexts()
  const known = useStore(lifetime)
  const [now, setNow] = useState(() => Date.now())
  useActivity()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const warning = known && warningAt(known, Math.max(now, known.usedAt))
  if (!warning) return null
  return (
    <div className={style['warning']} role="status">
      <span>
        {warning === 'idle'
          ? t('You are signed out soon, because nothing was done here for some time.')
          : t('Your session ends soon. Then you sign in again; what you typed stays.')}
      </span>
      {warning === 'idle' ? (
        <Button size="compact-sm" variant="default" onClick={() => void keepSession()}>
          {t('Stay signed in')}
        </Button>
      ) : null}
    </div>
  )
}
