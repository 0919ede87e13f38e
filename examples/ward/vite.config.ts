/** Two pages: the app on the client of Cairn, and the same patients over FHIR. */
import { defineConfig } from 'vite'

export default defineConfig({ build: { rollupOptions: { input: ['index.html', 'fhir.html'] } } })
