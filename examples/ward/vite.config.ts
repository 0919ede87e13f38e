/** Three pages: the app on the client of Cairn, a board in React, and the same patients over FHIR. */
import { defineConfig } from 'vite'

export default defineConfig({
  build: { rollupOptions: { input: ['index.html', 'board.html', 'fhir.html'] } },
})
