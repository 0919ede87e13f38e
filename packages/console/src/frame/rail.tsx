/** The list of screens at the left, or in a drawer on a narrow screen. */
import { Link } from '@tanstack/react-router'
import { useTexts } from '../language/use-texts.ts'
import { Mark } from '../parts/mark.tsx'
import { useSession } from '../session/use-session.ts'
import style from './frame.module.css'
import { destinationsFor } from './navigation.ts'

export function RailLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const t = useTexts()
  const { rights } = useSession()
  return destinationsFor(rights).map(({ to, label, icon: Icon }) => (
    <Link
      key={to}
      to={to}
      className={style['link']}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      title={t(label)}
      {...(onFollow ? { onClick: onFollow } : {})}
    >
      <Icon size={18} className={style['icon']} aria-hidden="true" />
      <span className={style['words']}>{t(label)}</span>
    </Link>
  ))
}

export function Rail() {
  const t = useTexts()
  return (
    <nav className={style['rail']} aria-label={t('Navigation')}>
      <Link to="/" className={style['brand']}>
        <Mark />
        <span className={style['words']}>Cairn</span>
      </Link>
      <RailLinks />
    </nav>
  )
}
