void import('../dist/main.js')
