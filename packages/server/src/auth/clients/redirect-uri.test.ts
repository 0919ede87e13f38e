import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isRedirectUri, matchesRegistered } from './redirect-uri.ts'

describe('a redirect URI that can be registered', () => {
  for (const uri of [
    'https://app.example.org/signed-in',
    'https://app.example.org:8443/a?b=c',
    'http://127.0.0.1/callback',
    'http://[::1]:9000/callback',
    'http://localhost:3000/callback',
    'org.example.app:/signed-in',
  ])
    it(uri, () => assert.equal(isRedirectUri(uri), true))
})

describe('a redirect URI that is refused', () => {
  for (const uri of [
    'http://app.example.org/signed-in',
    'https://app.example.org/#fragment',
    'https://*.example.org/',
    'https://user@app.example.org/',
    'https://app.example.org\\@evil.example/',
    'https://app.example.org/a b',
    'javascript:alert(1)',
    'data:text/html,x',
    'myapp:/signed-in',
    '/signed-in',
    `https://app.example.org/${'a'.repeat(1000)}`,
  ])
    it(uri.slice(0, 60), () => assert.equal(isRedirectUri(uri), false))
})

describe('what matches a registered redirect URI', () => {
  const registered = ['https://app.example.org/signed-in', 'http://127.0.0.1:5000/callback']
  const rows: [asked: string, isMatch: boolean][] = [
    ['https://app.example.org/signed-in', true],
    ['https://app.example.org/signed-in/', false],
    ['https://app.example.org/signed-in?x=1', false],
    ['https://app.example.org/Signed-in', false],
    ['https://app.example.org:443/signed-in', false],
    ['https://app.example.org/signed-in/../evil', false],
    ['https://app.example.org.evil.example/signed-in', false],
    ['https://APP.example.org/signed-in', false],
    ['http://127.0.0.1:61234/callback', true],
    ['http://127.0.0.1/callback', true],
    ['http://127.0.0.1:61234/other', false],
    ['http://localhost:61234/callback', false],
    ['http://127.0.0.1:61234@evil.example/callback', false],
    ['http://127.0.0.1.evil.example/callback', false],
  ]
  for (const [asked, isMatch] of rows)
    it(`${asked}: ${isMatch}`, () => assert.equal(matchesRegistered(asked, registered), isMatch))
})
