/** The addresses of the console. Each screen is a chunk that is loaded when it is opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readApiSearch } from '../screens/api/api-search.ts'
import { readAuditFilter } from '../screens/audit/audit-search.ts'
import { readBreakGlassSearch } from '../screens/break-glass/break-glass-search.ts'
import { readCompositionSearch } from '../screens/composition/composition-search.ts'
import { readDatamapSearch } from '../screens/datamaps/datamap-search.ts'
import { readPartySearch, readPeopleSearch } from '../screens/demographics/demographics-search.ts'
import { readEhrPageSearch } from '../screens/ehr/ehr-search.ts'
import { readEhrSearch } from '../screens/ehrs/ehr-search.ts'
import { readFormSearch } from '../screens/form/form-search.ts'
import { readMappingSearch } from '../screens/mappings/mapping-search.ts'
import { readQuerySearch } from '../screens/query/query-search.ts'
import { readTemplateSearch } from '../screens/templates/template-search.ts'
import { Frame } from './frame.tsx'
import { NoSuchPage } from './no-such-page.tsx'

/** Loaded beside the first page, not with it. At once: a screen may fail because the server is away. */
const failureScreen = import('./screen-failure.tsx')

const root = createRootRoute({ component: Frame, notFoundComponent: NoSuchPage })
const getParentRoute = () => root

const screens = [
  createRoute({
    getParentRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/ehrs',
    validateSearch: readEhrSearch,
    component: lazyRouteComponent(() => import('../screens/ehrs/ehrs-screen.tsx'), 'EhrsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/ehrs/$ehrId',
    validateSearch: readEhrPageSearch,
    component: lazyRouteComponent(() => import('../screens/ehr/ehr-screen.tsx'), 'EhrScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/ehrs/$ehrId/compositions/$uid',
    validateSearch: readCompositionSearch,
    component: lazyRouteComponent(
      () => import('../screens/composition/composition-screen.tsx'),
      'CompositionScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/ehrs/$ehrId/new',
    validateSearch: readFormSearch,
    component: lazyRouteComponent(() => import('../screens/form/form-screen.tsx'), 'FormScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/ehrs/$ehrId/compositions/$uid/edit',
    validateSearch: readFormSearch,
    component: lazyRouteComponent(() => import('../screens/form/edit-screen.tsx'), 'EditScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/demographics',
    validateSearch: readPeopleSearch,
    component: lazyRouteComponent(
      () => import('../screens/demographics/demographics-screen.tsx'),
      'DemographicsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/demographics/$kind/$uid',
    validateSearch: readPartySearch,
    component: lazyRouteComponent(() => import('../screens/demographics/party-screen.tsx'), 'PartyScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/demographics/new',
    validateSearch: readFormSearch,
    component: lazyRouteComponent(() => import('../screens/form/party-form-screens.tsx'), 'NewPartyScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/demographics/$kind/$uid/edit',
    validateSearch: readFormSearch,
    component: lazyRouteComponent(() => import('../screens/form/party-form-screens.tsx'), 'EditPartyScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/query',
    validateSearch: readQuerySearch,
    component: lazyRouteComponent(() => import('../screens/query/query-screen.tsx'), 'QueryScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/stored-queries',
    component: lazyRouteComponent(
      () => import('../screens/stored-queries/stored-queries-screen.tsx'),
      'StoredQueriesScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/templates',
    component: lazyRouteComponent(
      () => import('../screens/templates/templates-screen.tsx'),
      'TemplatesScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/templates/$templateId',
    validateSearch: readTemplateSearch,
    component: lazyRouteComponent(() => import('../screens/templates/template-screen.tsx'), 'TemplateScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/datamaps',
    component: lazyRouteComponent(() => import('../screens/datamaps/datamaps-screen.tsx'), 'DatamapsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/datamaps/$name',
    validateSearch: readDatamapSearch,
    component: lazyRouteComponent(() => import('../screens/datamaps/datamap-screen.tsx'), 'DatamapScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/events',
    component: lazyRouteComponent(() => import('../screens/events/events-screen.tsx'), 'EventsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/mappings',
    validateSearch: readMappingSearch,
    component: lazyRouteComponent(() => import('../screens/mappings/mappings-screen.tsx'), 'MappingsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/subscriptions',
    component: lazyRouteComponent(
      () => import('../screens/subscriptions/subscriptions-screen.tsx'),
      'SubscriptionsScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/subscriptions/$subscriptionId',
    component: lazyRouteComponent(
      () => import('../screens/subscriptions/subscription-screen.tsx'),
      'SubscriptionScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/clients',
    component: lazyRouteComponent(() => import('../screens/clients/clients-screen.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/people',
    component: lazyRouteComponent(() => import('../screens/people/people-screen.tsx'), 'PeopleScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/people/$personId',
    component: lazyRouteComponent(() => import('../screens/people/person-screen.tsx'), 'PersonScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/roles',
    component: lazyRouteComponent(() => import('../screens/people/roles-screen.tsx'), 'RolesScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/break-glass',
    validateSearch: readBreakGlassSearch,
    component: lazyRouteComponent(
      () => import('../screens/break-glass/break-glass-screen.tsx'),
      'BreakGlassScreen',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/audit',
    validateSearch: readAuditFilter,
    component: lazyRouteComponent(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/jobs',
    component: lazyRouteComponent(() => import('../screens/jobs/jobs-screen.tsx'), 'JobsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/api',
    validateSearch: readApiSearch,
    component: lazyRouteComponent(() => import('../screens/api/api-screen.tsx'), 'ApiScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/system',
    component: lazyRouteComponent(() => import('../screens/system/system-screen.tsx'), 'SystemScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
  }),
] as const

/** The path of `<base>`, which the server writes for its own address. */
const basepath = new URL(document.baseURI).pathname.replace(/\/$/, '')

export const router = createRouter({
  routeTree: root.addChildren(screens),
  basepath,
  defaultErrorComponent: lazyRouteComponent(() => failureScreen, 'ScreenFailure'),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
