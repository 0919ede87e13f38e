/** The bundle of the console: hashed names, one chunk for each screen, nothing inlined, paths relative to `<base>`. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server that `npm run dev` sends requests of the API to. */
const SERVER = 'http://localhost:8080'
const API = ['/openehr', '/extra', '/admin', '/oauth', '/.well-known', '/health', '/openapi.json', '/query']

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  resolve: { conditions: ['cairn-source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  server: { proxy: Object.fromEntries(API.map(path => [path, SERVER])) },
  build: {
    target: 'es2022',
    // A policy without `data:` for scripts and styles allows no inlined files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    chunkSizeWarningLimit: 700,
  },
})
