/** Requests of a tenant in the last half hour, as a line and a number. */
import { Sparkline } from '../parts/sparkline.tsx'
import type { Tenant } from './api.ts'
import style from './operator.module.css'
import { useTexts } from './texts.ts'

export function TenantLoad({ tenant: { name, load } }: { readonly tenant: Tenant }) {
  const t = useTexts()
  const count = load.requests_by_minute.reduce((sum, each) => sum + each, 0)
  const points = load.requests_by_minute.map((value, time) => ({ time, value }))
  return (
    <div className={style['load']}>
      {count === 0 ? null : (
        <Sparkline lines={[{ points }]} label={t('Requests of {name} by minute', { name })} />
      )}
      <span>
        {t('{count} {count:request|requests}', { count: count.toLocaleString() })}
        <span className="dim">
          {' · '}
          {load.open ? t('open') : t('closed')}
          {load.running === 0 ? '' : ` · ${t('{running} in progress', { running: load.running })}`}
        </span>
      </span>
    </div>
  )
}
