/** Generators of clients, each with the commands that make, build and run a program on its output. Commands run in a folder of their own. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GO, JAVA, OAPI_GO, PYTHON, PYTHON_CLIENT, TYPESCRIPT } from './programs.ts'

type Command = readonly [program: string, ...parameters: string[]]

export interface Generator {
  readonly name: string
  /** Programs that must be on the machine. */
  readonly needs: readonly string[]
  /** Gets the generator from a registry; skips the test where none is in reach. */
  readonly install: readonly Command[]
  readonly files: Readonly<Record<string, string>>
  /** Generates from `openapi.json`, and compiles. */
  readonly build: readonly Command[]
  readonly run: Command
  readonly env?: Readonly<Record<string, string>>
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const VERSION = '7.25.0'
const ARTIFACT = 'openapi-generator-cli'
const JAR = join(
  process.env['MAVEN_REPOSITORY'] ?? join(homedir(), '.m2', 'repository'),
  `org/openapitools/${ARTIFACT}/${VERSION}/${ARTIFACT}-${VERSION}.jar`,
)
const GET_JAR: Command = [
  'mvn',
  '-q',
  'dependency:get',
  `-Dartifact=org.openapitools:${ARTIFACT}:${VERSION}`,
  '-Dtransitive=false',
]

/** With the options of docs/guides/generated-clients.md. */
const generate = (language: string, tag: string, ...more: string[]): Command => [
  'java',
  '-Xmx1g',
  '-jar',
  JAR,
  'generate',
  '-i',
  'openapi.json',
  '-g',
  language,
  '-o',
  '.',
  '--name-mappings',
  `_type=${tag}`,
  ...more,
]

const GO_MODULES = { GOFLAGS: '-mod=mod' }

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
  files: ['commit.ts'],
})

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-generator, go',
    needs: ['java', 'mvn', 'go'],
    install: [GET_JAR],
    files: { 'commit/main.go': GO },
    build: [
      generate(
        'go',
        'RmType',
        '--additional-properties=packageName=cairn,useOneOfDiscriminatorLookup=true',
        '--git-user-id=example',
        '--git-repo-id=cairn',
      ),
      ['go', 'build', '-o', 'program', './commit'],
    ],
    run: ['./program'],
    env: GO_MODULES,
  },
  {
    name: 'openapi-generator, java',
    needs: ['java', 'mvn'],
    install: [GET_JAR],
    files: { 'src/main/java/Commit.java': JAVA },
    build: [
      generate('java', 'rmType'),
      [
        'mvn',
        '-q',
        '-DskipTests',
        'compile',
        'dependency:copy-dependencies',
        '-DoutputDirectory=target/libraries',
      ],
    ],
    run: ['java', '-cp', 'target/classes:target/libraries/*', 'Commit'],
  },
  {
    name: 'openapi-generator, typescript-fetch',
    needs: ['java', 'mvn'],
    install: [GET_JAR],
    files: { 'commit.ts': TYPESCRIPT, 'tsconfig.commit.json': TSCONFIG },
    build: [
      generate('typescript-fetch', 'rmType'),
      [join(ROOT, 'node_modules/.bin/tsc'), '-p', 'tsconfig.commit.json'],
    ],
    run: [process.execPath, '--import', import.meta.resolve('tsx'), 'commit.ts'],
  },
  {
    name: 'openapi-generator, python',
    needs: ['java', 'mvn', 'python3'],
    install: [GET_JAR, ['python3', '-m', 'venv', 'venv']],
    files: { 'commit.py': PYTHON },
    build: [
      generate('python', 'rm_type', '--additional-properties=packageName=cairn_api'),
      ['venv/bin/pip', 'install', '-q', '-r', 'requirements.txt'],
      ['venv/bin/python', '-m', 'compileall', '-q', 'cairn_api'],
    ],
    run: ['venv/bin/python', 'commit.py'],
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    install: [['go', 'install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2']],
    files: {
      'go.mod': 'module example.org/commit\n\ngo 1.23\n',
      'main.go': OAPI_GO,
      'cairn/empty.go': 'package cairn\n',
    },
    build: [
      [
        'oapi-codegen',
        '-generate',
        'types,client',
        '-package',
        'cairn',
        '-o',
        'cairn/cairn.go',
        'openapi.json',
      ],
      ['go', 'mod', 'tidy'],
      ['go', 'build', '-o', 'program', '.'],
    ],
    run: ['./program'],
    env: GO_MODULES,
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '-q', 'openapi-python-client==0.29.1'],
    ],
    files: { 'commit.py': PYTHON_CLIENT },
    build: [
      [
        'venv/bin/openapi-python-client',
        'generate',
        '--path',
        'openapi.json',
        '--output-path',
        'cairn_client',
        '--meta',
        'none',
      ],
      ['venv/bin/python', '-m', 'compileall', '-q', 'cairn_client'],
    ],
    run: ['venv/bin/python', 'commit.py'],
  },
]
