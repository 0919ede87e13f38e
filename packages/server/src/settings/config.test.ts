import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigError, configWith, effectiveSettings, readConfig, settingRows } from './config.ts'

const PRODUCTION = {
  CAIRN_ENV: 'production',
  CAIRN_SECRET_KEY: 'a secret of its own, long enough for anybody',
  CAIRN_DATABASE_URL: 'postgresql://cairn:password@db/cairn',
}

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.lines
  }
  return []
}

describe('the defaults', () => {
  const { config, warnings } = readConfig({})

  it('are those that the documentation has fixed', () => {
    assert.equal(config.environment, 'development')
    assert.equal(config.host, '127.0.0.1')
    assert.equal(config.port, 8080)
    assert.equal(config.adminPort, undefined)
    assert.equal(config.dataDir, resolve('./data'))
    assert.equal(config.authentication, 'on')
    assert.equal(config.tokenLifetime, 3600)
    assert.equal(config.badAttempts, 20)
    assert.deepEqual([config.prefixes, config.corsOrigins, config.trustedProxies], [[], [], []])
    assert.deepEqual(warnings, [])
  })

  it('derive the public addresses from the port', () => {
    assert.equal(config.baseUrl, 'http://localhost:8080')
    assert.equal(config.authUrl, 'http://localhost:8080')
    assert.deepEqual(config.audiences, [
      'http://localhost:8080/openehr/v1',
      'http://127.0.0.1:8080/openehr/v1',
      'http://[::1]:8080/openehr/v1',
    ])
  })

  it('stand for variables that are set to nothing', () => {
    assert.deepEqual(readConfig({ CAIRN_PORT: '', CAIRN_SECRET_KEY: '' }).config, config)
  })
})

describe('what is derived', () => {
  const derived = (environment: Record<string, string>) => {
    const { baseUrl, authUrl, audiences, issuerAudience } = readConfig(environment).config
    return { baseUrl, authUrl, audiences, issuerAudience }
  }

  it('from a port alone', () => {
    const { baseUrl, authUrl, audiences } = derived({ CAIRN_PORT: '9000' })
    assert.deepEqual(
      [baseUrl, authUrl, audiences[0]],
      ['http://localhost:9000', 'http://localhost:9000', 'http://localhost:9000/openehr/v1'],
    )
  })

  it('from a base URL: the issuer is there too, and its own name is the only audience', () => {
    assert.deepEqual(derived({ CAIRN_BASE_URL: 'https://cdr.example.org/' }), {
      baseUrl: 'https://cdr.example.org',
      authUrl: 'https://cdr.example.org',
      audiences: ['https://cdr.example.org/openehr/v1'],
      issuerAudience: 'https://cdr.example.org/openehr/v1',
    })
  })

  it('from an auth port: the issuer is there', () => {
    assert.equal(derived({ CAIRN_AUTH_PORT: '9001' }).authUrl, 'http://localhost:9001')
  })

  it('an auth URL that is set is the issuer, whatever the ports', () => {
    const environment = { CAIRN_AUTH_URL: 'https://login.example.org', CAIRN_AUTH_PORT: '9001' }
    assert.equal(derived(environment).authUrl, 'https://login.example.org')
  })

  it('the audience of a foreign issuer is ours, unless set', () => {
    const environment = { CAIRN_AUTH_ISSUER: 'https://idp.example', CAIRN_AUTH_AUDIENCE: 'cdr' }
    assert.equal(derived(environment).issuerAudience, 'cdr')
  })
})

describe('a server of many tenants', () => {
  const tenants = {
    CAIRN_TENANTS_URL: 'postgresql://operator@localhost/tenants',
    CAIRN_SECRET_KEY: 'x'.repeat(40),
  }
  const faultsOf = (environment: Record<string, string>): string => {
    try {
      readConfig({ ...tenants, ...environment })
      return ''
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.lines.join('\n')
    }
  }

  it('needs a secret key, and no database of its own, in production too', () => {
    assert.equal(faultsOf({ CAIRN_ENV: 'production' }), '')
    assert.match(faultsOf({ CAIRN_SECRET_KEY: '' }), /^CAIRN_SECRET_KEY: a server of many tenants needs it/)
  })

  it('takes no setting that each tenant has for itself', () => {
    for (const [variable, value] of [
      ['CAIRN_DATABASE_URL', 'postgresql://a@localhost/b'],
      ['CAIRN_BASE_URL', 'https://a.example.org'],
      ['CAIRN_AUTH_ISSUER', 'https://a.example.org'],
      ['CAIRN_AUTH_PORT', '9001'],
    ] as const)
      assert.match(faultsOf({ [variable]: value }), new RegExp(`^${variable}: it cannot be set with`))
    assert.match(faultsOf({ CAIRN_PROCESSES: '2' }), /^CAIRN_PROCESSES: /)
    assert.match(faultsOf({ CAIRN_AUTH: 'off' }), /^CAIRN_AUTH: /)
  })

  it('has room for one tenant at least', () => {
    assert.match(faultsOf({ CAIRN_TENANT_CONNECTIONS: '34' }), /^CAIRN_TENANT_CONNECTIONS: at least 35/)
    assert.equal(faultsOf({ CAIRN_TENANT_CONNECTIONS: '35' }), '')
  })

  it('replaces settings for one tenant, and derives again what follows from them', () => {
    const { config } = readConfig({ ...tenants, CAIRN_TOKEN_LIFETIME: '120' })
    const own = configWith(config, { CAIRN_BASE_URL: 'https://a.example.org/', CAIRN_BODY_LIMIT: '1KB' })
    assert.deepEqual(
      [own.authUrl, own.issuerAudience, own.bodyLimit, own.tokenLifetime],
      ['https://a.example.org', 'https://a.example.org/openehr/v1', 1024, 120],
    )
    assert.throws(
      () => configWith(config, { CAIRN_BODY_LIMIT: 'much' }),
      /CAIRN_BODY_LIMIT: "much" is not a size/,
    )
  })
})

describe('values', () => {
  it('are read as what they are', () => {
    const { config } = readConfig({
      CAIRN_PREFIXES: '/ehrbase/rest/openehr/v1 , /rest/v1',
      CAIRN_CORS_ORIGINS: 'https://a.example,http://localhost:5173',
      CAIRN_BODY_LIMIT: '5mb',
      CAIRN_URL_LIMIT: '2KB',
      CAIRN_HEADER_LIMIT: '9000',
      CAIRN_DATA_DIR: 'elsewhere',
      CAIRN_TRACE_RATIO: '0.25',
      CAIRN_TRACE_HEADERS: 'Authorization=Bearer a=b, X-Tenant=ward',
    })
    assert.equal(config.traceRatio, 0.25)
    assert.deepEqual(config.traceHeaders, { Authorization: 'Bearer a=b', 'X-Tenant': 'ward' })
    assert.deepEqual(config.prefixes, ['/ehrbase/rest/openehr/v1', '/rest/v1'])
    assert.deepEqual(config.corsOrigins, ['https://a.example', 'http://localhost:5173'])
    assert.deepEqual([config.bodyLimit, config.urlLimit, config.headerLimit], [5 * 1024 * 1024, 2048, 9000])
    assert.equal(config.dataDir, resolve('elsewhere'))
  })

  const refused: [variable: string, value: string][] = [
    ['CAIRN_ENV', 'prod'],
    ['CAIRN_PORT', '0'],
    ['CAIRN_PORT', '65536'],
    ['CAIRN_PORT', '80a'],
    ['CAIRN_PORT', '-1'],
    ['CAIRN_PORT', '8080.5'],
    ['CAIRN_PORT', '1e3'],
    ['CAIRN_PORT', ' 8080'],
    ['CAIRN_BASE_URL', 'localhost:8080'],
    ['CAIRN_BASE_URL', 'ftp://x'],
    ['CAIRN_BASE_URL', 'https://x/?a=b'],
    ['CAIRN_BASE_URL', 'https://x/#a'],
    ['CAIRN_BASE_URL', '/path'],
    ['CAIRN_AUTH', 'no'],
    ['CAIRN_AUTH', 'OFF'],
    ['CAIRN_PREFIXES', 'openehr'],
    ['CAIRN_PREFIXES', '/a/'],
    ['CAIRN_PREFIXES', '/a/:b'],
    ['CAIRN_PREFIXES', '/a/*'],
    ['CAIRN_CORS_ORIGINS', '*'],
    ['CAIRN_CORS_ORIGINS', 'https://a.example/'],
    ['CAIRN_CORS_ORIGINS', 'https://a.example/path'],
    ['CAIRN_CORS_ORIGINS', 'a.example'],
    ['CAIRN_BODY_LIMIT', '20 MB'],
    ['CAIRN_BODY_LIMIT', '20GB'],
    ['CAIRN_BODY_LIMIT', '-5'],
    ['CAIRN_TOKEN_LIFETIME', '59'],
    ['CAIRN_TOKEN_LIFETIME', '86401'],
    ['CAIRN_SECRET_KEY', 'short'],
    ['CAIRN_DATABASE_URL', 'db.example.org'],
    ['CAIRN_DATABASE_URL', 'mysql://db/x'],
    ['CAIRN_LOG_LEVEL', 'verbose'],
    ['CAIRN_LOG_FORMAT', 'pretty'],
    ['CAIRN_TRACE_RATIO', '1.5'],
    ['CAIRN_TRACE_RATIO', '10%'],
    ['CAIRN_TRACE_URL', 'localhost:4318'],
    ['CAIRN_TRACE_HEADERS', 'Bearer abc'],
    ['CAIRN_SLOW_QUERY_MS', '1s'],
    ['CAIRN_DATABASE_POOL', '1'],
  ]
  for (const [variable, value] of refused)
    it(`${variable}=${value} is refused, and what would be right is said`, () => {
      const [fault, ...more] = faultsOf({ [variable]: value })
      assert.match(fault ?? '', new RegExp(`^${variable}: .+ is not .{5,}`))
      assert.deepEqual(more, [])
    })
})

describe('errors', () => {
  it('are reported all at once, whether of one setting or of several together', () => {
    const faults = faultsOf({
      CAIRN_ENV: 'production',
      CAIRN_PORT: 'x',
      CAIRN_LOG_LEVEL: 'loud',
      CAIRN_AUTH: 'off',
      CAIRN_BOOTSTRAP_CLIENT_ID: 'first',
      CAIRN_NONSENSE: '1',
    })
    const names = faults.map(line => /^CAIRN_\w+/.exec(line)?.[0])
    assert.deepEqual(names.sort(), [
      'CAIRN_AUTH',
      'CAIRN_BOOTSTRAP_CLIENT_ID',
      'CAIRN_DATABASE_URL',
      'CAIRN_LOG_LEVEL',
      'CAIRN_NONSENSE',
      'CAIRN_PORT',
      'CAIRN_SECRET_KEY',
    ])
  })

  it('name a variable once', () => {
    const faults = faultsOf({ CAIRN_ENV: 'production', CAIRN_SECRET_KEY: 'short', CAIRN_DATABASE_URL: 'x' })
    assert.deepEqual(faults.map(line => /^CAIRN_\w+/.exec(line)?.[0]).sort(), [
      'CAIRN_DATABASE_URL',
      'CAIRN_SECRET_KEY',
    ])
  })

  it('never print a secret', () => {
    const secrets = {
      CAIRN_SECRET_KEY: 'tiny-4711',
      CAIRN_DATABASE_URL: 'mysql://u:pw-4711@h/d',
      CAIRN_BOOTSTRAP_CLIENT_SECRET: 's-4711',
    }
    const faults = faultsOf(secrets)
    assert.equal(faults.length, 3)
    assert.ok(!faults.join('\n').includes('4711'))
  })

  it('are one message with a line each', () => {
    assert.throws(
      () => readConfig({ CAIRN_PORT: 'x', CAIRN_AUTH: 'y' }),
      /^Error: The settings cannot be used:\n {2}CAIRN_PORT: .+\n {2}CAIRN_AUTH: .+$/,
    )
  })
})

describe('variables that do not exist', () => {
  const environment = { CAIRN_PROT: '80', CAIRN_TEST_DATABASE: 'x', CAIRN_CORPUS: 'x', PATH: '/bin' }

  it('are warned of', () => {
    const { warnings } = readConfig(environment)
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /^CAIRN_PROT: /)
  })

  it('are refused in production', () =>
    assert.deepEqual(
      faultsOf({ ...PRODUCTION, ...environment }).map(line => line.split(':')[0]),
      ['CAIRN_PROT'],
    ))

  it('are not those of the command line, which is used in the same shell', () => {
    const shell = {
      CAIRN_CLIENT_ID: 'app-1',
      CAIRN_CLIENT_SECRET: 'x',
      CAIRN_SCOPE: 'api.read',
      CAIRN_PROFILE: 'ward',
    }
    assert.deepEqual(faultsOf({ ...PRODUCTION, ...shell }), [])
    assert.deepEqual(readConfig(shell).warnings, [])
  })
})

describe('production', () => {
  it('starts with secrets and a database of its own', () => assert.deepEqual(faultsOf(PRODUCTION), []))

  const refused: [name: string, environment: Record<string, string>, fault: RegExp][] = [
    ['authentication off', { ...PRODUCTION, CAIRN_AUTH: 'off' }, /^CAIRN_AUTH: /],
    ['no secret key', { ...PRODUCTION, CAIRN_SECRET_KEY: '' }, /^CAIRN_SECRET_KEY: /],
    ['the embedded database', { ...PRODUCTION, CAIRN_DATABASE_URL: '' }, /^CAIRN_DATABASE_URL: /],
    [
      'a short first secret',
      { ...PRODUCTION, CAIRN_BOOTSTRAP_CLIENT_ID: 'a', CAIRN_BOOTSTRAP_CLIENT_SECRET: 'not-that-long' },
      /^CAIRN_BOOTSTRAP_CLIENT_SECRET: /,
    ],
  ]
  for (const [name, environment, fault] of refused)
    it(`refuses ${name}`, () => {
      const faults = faultsOf(environment)
      assert.equal(faults.length, 1)
      assert.match(faults[0] ?? '', fault)
    })
})

describe('the first client', () => {
  for (const environment of [
    { CAIRN_BOOTSTRAP_CLIENT_ID: 'a' },
    { CAIRN_BOOTSTRAP_CLIENT_SECRET: 'long enough' },
  ])
    it(`is set by both variables or neither: ${Object.keys(environment)[0]}`, () =>
      assert.match(faultsOf(environment)[0] ?? '', /set both, or neither/))
})

describe('the settings as people see them', () => {
  it('are in the table with variable, default and meaning, each variable once', () => {
    const rows = settingRows()
    assert.equal(new Set(rows.map(({ variable }) => variable)).size, rows.length)
    for (const row of rows) {
      assert.match(row.variable, /^CAIRN_[A-Z_]+$/)
      assert.match(row.meaning, /^\S.*\.$/)
      assert.ok(row.default.length > 0)
    }
  })

  it('show that a secret is set, and no more', () => {
    const secrets = {
      CAIRN_SECRET_KEY: 'x'.repeat(40),
      CAIRN_DATABASE_URL: 'postgresql://u:pw-4711@h/d',
      CAIRN_BOOTSTRAP_CLIENT_ID: 'first',
      CAIRN_BOOTSTRAP_CLIENT_SECRET: 'secret-4711',
    }
    const shown = effectiveSettings(readConfig(secrets).config)
    assert.equal(shown.length, settingRows().length)
    const text = JSON.stringify(shown)
    for (const secret of ['4711', 'x'.repeat(40)]) assert.ok(!text.includes(secret))
    const shownAs = (name: string) => shown.find(({ variable }) => variable === name)?.value
    assert.equal(shownAs('CAIRN_SECRET_KEY'), '(set, not shown)')
    assert.equal(shownAs('CAIRN_PORT'), '8080')
    assert.equal(shownAs('CAIRN_BASE_URL'), 'http://localhost:8080')
    assert.equal(shownAs('CAIRN_ADMIN_PORT'), '(off)')
  })
})
