/**
 * The check for dead code, run twice (`npm run lint`): over everything, and with `--production` over what is shipped or run by hand,
 * marked with `!`. The second run finds exports that only tests use, and so code that only tests keep alive.
 */
import type { KnipConfig } from 'knip'

interface Options {
  readonly production?: boolean
  readonly workspace?: unknown
}

export default ({ production = false, workspace }: Options): KnipConfig => ({
  // A function that its own file uses may be exported for its unit test; not in the library, which is checked by itself.
  ignoreExportsUsedInFile: production && workspace === undefined,
  workspaces: {
    '.': {
      entry: ['scripts/*.ts!', 'bench/*.ts!', 'test/**/*.test.ts', 'test/*-child.ts'],
      project: ['scripts/**/*.ts!', 'bench/**/*.ts!', 'test/**/*.ts'],
      ignoreDependencies: ['pg'],
      ignoreBinaries: [
        'cc',
        'mount',
        'nginx',
        'openssl',
        'pgbouncer',
        'umount',
        'pg_dump',
        'strace',
        'prometheus',
        'systemd-analyze',
      ],
    },
    'packages/openehr': {
      entry: [
        'src/{rm,path,format,template,validate,aql}/index.ts!',
        'src/**/*.test.ts',
        'test/**/*.test.ts',
        'scripts/*.ts!',
      ],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'fixtures/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts!'],
    },
    'packages/fhir': {
      entry: ['test/**/*.test.ts', 'scripts/*.ts!'],
      project: ['src/**/*.ts!', 'test/**/*.ts', 'scripts/**/*.ts!'],
    },
    'packages/embedded': { project: ['src/**/*.ts!'] },
    'packages/server': {
      entry: ['src/**/*.test.ts'],
      // Plain versions of fast paths are for tests and benchmarks, unless the fast one falls back to them.
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', '!src/**/*.plain.ts!'],
    },
    'packages/client': { project: ['src/**/*.ts!', '!src/**/*.test.ts!'] },
    'packages/console': {
      entry: ['src/operator/main.tsx!', 'src/**/*.test.ts'],
      project: ['src/**/*.{ts,tsx}!', '!src/**/*.test.ts!'],
    },
    // Generated types are of the whole template, and the app uses some of them.
    'examples/ward': { ignore: ['src/*.generated.ts'] },
    'packages/cli': {
      entry: ['src/main.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
    },
  },
})
