/** The style sheet of the pages: stone greys and one teal, light and dark, without anything from elsewhere. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#f4f3f1;--card:#fff;--ink:#22262a;--soft:#5b6269;--line:#d9d6d1;--field:#8a8f94;--primary:#0b6262;--on-primary:#fff;--primary-hover:#084d4d;--focus:#0b6262;--warn-ground:#fdf1dc;--warn-ink:#6b4200;--bad-ground:#fbe9e7;--bad-ink:#8c1d18;--good-ground:#e2f1ec;--good-ink:#0b4f3f;--stone-1:#9aa1a6;--stone-2:#737b81;--stone-3:#4d555b}
@media(prefers-color-scheme:dark){:root{--ground:#16191b;--card:#1f2326;--ink:#e9e7e3;--soft:#aab0b5;--line:#373d42;--field:#7d868d;--primary:#4fb3ae;--on-primary:#06201f;--primary-hover:#74c9c4;--focus:#74c9c4;--warn-ground:#3a2b10;--warn-ink:#f3d19a;--bad-ground:#3d1c1a;--bad-ink:#f4b7b1;--good-ground:#12332b;--good-ink:#a8e0cf;--stone-1:#6f777d;--stone-2:#949ca2;--stone-3:#c3c8cc}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;max-width:60rem;width:100%;margin:0 auto;padding:1.25rem 1.25rem 0}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:600;font-size:1.1rem;color:inherit;text-decoration:none;letter-spacing:.01em}
.brand svg{width:1.9rem;height:1.9rem}
.s1{fill:var(--stone-1)}.s2{fill:var(--stone-2)}.s3{fill:var(--stone-3)}
main{flex:1;width:100%;max-width:27rem;margin:0 auto;padding:1.5rem 1.25rem 2.5rem;display:flex;flex-direction:column;justify-content:center}
main.wide{max-width:44rem;justify-content:flex-start}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.75rem}
.card+.card{margin-top:1.25rem}
h1{font-size:1.45rem;line-height:1.25;margin:0 0 1.1rem;font-weight:650;overflow-wrap:anywhere}
h2{font-size:1.08rem;margin:0 0 .9rem;font-weight:650}
h1+.soft{margin-top:-.7rem}h2+.soft{margin-top:-.6rem}
p{margin:0 0 1rem}
.soft{color:var(--soft);font-size:.94rem}
.card>:last-child,form>:last-child{margin-bottom:0}
label{display:block;font-weight:550;margin:0 0 .3rem}
.hint{color:var(--soft);font-size:.88rem;margin:-.55rem 0 1rem}
input[type=text],input[type=password],input[type=search]{display:block;width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--field);border-radius:8px;padding:.6rem .75rem;margin:0 0 1rem}
input[aria-invalid=true]{border-color:var(--bad-ink)}
button,.button{display:inline-block;font:inherit;font-weight:600;line-height:1.3;text-align:center;text-decoration:none;border-radius:8px;padding:.65rem 1.1rem;border:1px solid transparent;background:var(--primary);color:var(--on-primary);cursor:pointer}
button:hover,.button:hover{background:var(--primary-hover)}
.quiet{background:transparent;color:var(--ink);border-color:var(--field);font-weight:550}
.quiet:hover{background:var(--ground)}
.small{padding:.35rem .75rem;font-size:.9rem}
.full{display:block;width:100%}
.full+.full,form+.full,.full+form{margin-top:.75rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.or{display:flex;align-items:center;gap:.8rem;color:var(--soft);font-size:.9rem;margin:1.35rem 0}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
.note{border-radius:8px;padding:.7rem .9rem;margin:0 0 1.1rem;font-size:.95rem;background:var(--good-ground);color:var(--good-ink)}
.note.bad{background:var(--bad-ground);color:var(--bad-ink)}
.note.warn{background:var(--warn-ground);color:var(--warn-ink)}
.note b{display:inline}
.rows{list-style:none;margin:.25rem 0 1rem;padding:0}
.rows li{display:flex;align-items:center;justify-content:space-between;gap:1rem;padding:.7rem 0;border-top:1px solid var(--line)}
.rows li:first-child{border-top:0}
.rows form{margin:0;flex:none}
.rows .what{min-width:0;overflow-wrap:anywhere}
.scopes{margin:0 0 1.1rem;padding:0;list-style:none}
.scopes li{display:flex;gap:.65rem;padding:.35rem 0}
.scopes svg{flex:none;width:1.15rem;height:1.15rem;margin-top:.2rem;fill:none;stroke:var(--primary);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.qr{display:block;width:13rem;max-width:100%;height:auto;margin:0 auto 1rem;border-radius:8px}
.secret{text-align:center;max-width:14rem;margin:0 auto 1.2rem}
.card>form+form{margin-top:.75rem}
details{margin:1.1rem 0 0}
summary{cursor:pointer;color:var(--primary);font-size:.94rem;text-align:center;margin:0 0 .8rem}
.buttons{display:flex;gap:.75rem}
.buttons>*{flex:1}
.inline{display:flex;gap:.6rem;align-items:flex-end;margin:0 0 1rem}
.inline>div{flex:1;min-width:0}
.inline input{margin:0}
.codes{list-style:none;margin:0 0 1.2rem;padding:1rem;text-align:center;white-space:nowrap;border:1px solid var(--line);border-radius:8px;font:.9rem/2 ui-monospace,SFMono-Regular,Menlo,monospace}
code,.id{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.92em;overflow-wrap:anywhere}
.tag{display:inline-block;border:1px solid var(--line);border-radius:999px;padding:.05rem .6rem;font-size:.82rem;color:var(--soft)}
a{color:var(--primary)}
.after{margin:1.1rem 0 0;font-size:.94rem;text-align:center}
footer{max-width:60rem;width:100%;margin:0 auto;padding:0 1.25rem 1.5rem}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.1rem;list-style:none;margin:0;padding:0;font-size:.88rem}
footer a{color:var(--soft)}footer [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
[hidden]{display:none}
@media(max-width:30rem){.card{padding:1.25rem}.inline{display:block}.inline input{margin-bottom:.7rem}header{padding-top:1rem}}
@media print{header,footer,form,.button{display:none}.card{border:0}}
`
