/** The addresses of the console. Each screen is a chunk that is loaded when it is opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readCompositionSearch } from '../screens/composition/composition-search.ts'
import { readEhrPageSearch } from '../screens/ehr/ehr-search.ts'
import { readEhrSearch } from '../screens/ehrs/ehr-query.ts'
import { readQuerySearch } from '../screens/query/query-search.ts'
import { Frame } from './frame.tsx'
import { NoSuchPage } from './no-such-page.tsx'

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage })
const getParentRoute = () => root

const start = createRoute({
  getParentRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/ehrs' })
  },
})

const ehrs = createRoute({
  getParentRoute,
  path: '/ehrs',
  validateSearch: readEhrSearch,
  component: lazyRouteComponent(() => import('../screens/ehrs/ehrs-screen.tsx'), 'EhrsScreen'),
})

const ehr = createRoute({
  getParentRoute,
  path: '/ehrs/$ehrId',
  validateSearch: readEhrPageSearch,
  component: lazyRouteComponent(() => import('../screens/ehr/ehr-screen.tsx'), 'EhrScreen'),
})

const composition = createRoute({
  getParentRoute,
  path: '/ehrs/$ehrId/compositions/$uid',
  validateSearch: readCompositionSearch,
  component: lazyRouteComponent(
    () => import('../screens/composition/composition-screen.tsx'),
    'CompositionScreen',
  ),
})

const query = createRoute({
  getParentRoute,
  path: '/query',
  validateSearch: readQuerySearch,
  component: lazyRouteComponent(() => import('../screens/query/query-screen.tsx'), 'QueryScreen'),
})

/** The path of `<base>`, which the server writes for its own address. */
const basepath = new URL(document.baseURI).pathname.replace(/\/$/, '')

export const router = createRouter({
  routeTree: root.addChildren([start, ehrs, ehr, composition, query]),
  basepath,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
