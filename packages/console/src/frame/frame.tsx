/** The frame of every screen: rail, breadcrumb, search, theme, account, inspector. */
import { ActionIcon, Indicator, Menu, Tooltip } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { CircleUser, Menu as MenuIcon, Network, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../language/use-texts.ts'
import { serverAway } from '../requests/request-log.ts'
import { EndWarning } from '../session/end-warning.tsx'
import { signOut } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { useStore } from '../store.ts'
import { type Crumb, crumbsOf } from './breadcrumb.ts'
import style from './frame.module.css'
import { LanguageItems, ThemeMenu } from './preferences.tsx'
import { Rail } from './rail.tsx'
import { useKnocking } from './use-knocking.ts'

/** Loaded after the first page, which is smaller without them. */
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const PatientName = lazy(async () => ({ default: (await import('./crumb-names.tsx')).PatientName }))
const PartyName = lazy(async () => ({ default: (await import('./crumb-names.tsx')).PartyName }))
const NavigationDrawer = lazy(async () => ({
  default: (await import('./navigation-drawer.tsx')).NavigationDrawer,
}))
const Inspector = lazy(async () => ({ default: (await import('./inspector.tsx')).Inspector }))

function CrumbWords({ label, id = '', ehrId, partyUid }: Crumb) {
  const t = useTexts()
  if (label) return t(label)
  if (!ehrId && !partyUid) return id
  return (
    <Suspense fallback={id}>
      {ehrId ? <PatientName ehrId={ehrId} id={id} /> : null}
      {partyUid ? <PartyName partyUid={partyUid} id={id} /> : null}
    </Suspense>
  )
}

function Breadcrumb() {
  const t = useTexts()
  const pathname = useRouterState({ select: state => state.location.pathname })
  const crumbs = crumbsOf(pathname)
  const last = crumbs.length - 1
  return (
    <nav className={style['crumbs']} aria-label={t('Breadcrumb')}>
      <ol>
        {crumbs.length === 0 ? (
          <li>
            <span aria-current="page">{t('Overview')}</span>
          </li>
        ) : null}
        {crumbs.map((crumb, index) => {
          const { path, label } = crumb
          const words = <CrumbWords {...crumb} />
          return (
            <li key={path} data-object={label === undefined || undefined}>
              {index === last ? (
                <span aria-current="page">{words}</span>
              ) : (
                <>
                  <Link to={path as '/ehrs'}>{words}</Link>
                  <span className={style['step']} aria-hidden="true">
                    ›
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function AccountMenu() {
  const t = useTexts()
  const { name } = useSession()
  const queries = useQueryClient()
  const leave = () => {
    void signOut().then(() => queries.clear())
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Account')}>
          <CircleUser size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Signed in as {name}', { name })}</Menu.Label>
        <Menu.Item onClick={leave}>{t('Sign out')}</Menu.Item>
        <Menu.Divider />
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks until the server is back, then for everything that is on the page. */
function AwayBand() {
  const t = useTexts()
  const queries = useQueryClient()
  const isAway = useStore(serverAway)
  useKnocking(isAway)
  useEffect(() => {
    if (!isAway) void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isAway, queries])
  return isAway ? (
    <div className={style['band']} role="status">
      {t('The server does not answer. Your work is kept; the page retries automatically.')}
    </div>
  ) : null
}

function SearchButton() {
  const t = useTexts()
  return (
    <button type="button" className={style['search']} onClick={() => spotlight.open()}>
      <Search size={16} aria-hidden="true" />
      <span className={style['searchWords']}>{t('Search')}</span>
      <span className={style['keys']}>Ctrl K</span>
    </button>
  )
}

function RequestsButton({ open }: { readonly open: () => void }) {
  const t = useTexts()
  const isAway = useStore(serverAway)
  return (
    <Tooltip label={t('Requests')}>
      <Indicator disabled={!isAway} color="red" size={9} offset={6}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('Requests')} onClick={open}>
          <Network size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}

export function Frame() {
  const t = useTexts()
  /** Undefined until it is opened for the first time. */
  const [isInspecting, setInspecting] = useState<boolean>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className={style['frame']}>
      <a href="#content" className={style['skip']}>
        {t('Skip to content')}
      </a>
      <Rail />
      <div className={style['page']}>
        <div className={style['top']}>
          <ActionIcon
            className={style['menu']}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('Open navigation')}
            onClick={() => setMenuOpen(true)}
          >
            <MenuIcon size={18} />
          </ActionIcon>
          <Breadcrumb />
          <SearchButton />
          <RequestsButton open={() => setInspecting(true)} />
          <ThemeMenu />
          <AccountMenu />
        </div>
        <AwayBand />
        <EndWarning />
        <main id="content" className={style['content']} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <Suspense>
        <NavigationDrawer opened={isMenuOpen} onClose={() => setMenuOpen(false)} />
      </Suspense>
      {isInspecting === undefined ? null : (
        <Suspense>
          <Inspector opened={isInspecting} onClose={() => setInspecting(false)} />
        </Suspense>
      )}
      <Suspense>
        <Palette />
      </Suspense>
    </div>
  )
}
