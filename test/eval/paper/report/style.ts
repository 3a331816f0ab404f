/** Style: how the report page looks, in light and in dark; colors that stay apart for readers who see fewer of them. */

export const style: string = `
:root{--ink:#1c1e21;--dim:#5c636b;--paper:#fdfdfb;--rule:#d9dbd6;--band:#f3f4f0;
--c0:#0072b2;--c1:#e69f00;--c2:#009e73;--c3:#cc79a7;--c4:#56b4e9;--c5:#d55e00}
@media (prefers-color-scheme:dark){:root{--ink:#e6e7e3;--dim:#a0a6ad;--paper:#16181b;--rule:#3a3e43;--band:#1e2125;
--c0:#4aa3dc;--c1:#f0b43c;--c2:#2fc497;--c3:#e29cc3;--c4:#8fd0f5;--c5:#f0824a}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:52rem;margin:0 auto;padding:3rem 1.25rem 5rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1rem;letter-spacing:-.01em}
h2{font-size:1.3rem;line-height:1.3;margin:3rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--rule)}
p{margin:.6rem 0;max-width:44rem}
a{color:var(--c0)}
nav ol{columns:2;padding-left:1.4rem;margin:1.5rem 0;font-size:.95rem}
.wide{overflow-x:auto;margin:1.25rem 0 .25rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding:0 0 .4rem}
th,td{padding:.3rem .7rem;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top}
thead th{color:var(--dim);font-weight:500;border-bottom:2px solid var(--rule)}
tbody th{font-weight:500}
tbody tr:nth-child(even){background:var(--band)}
.n{text-align:right;white-space:nowrap}
.paper{color:var(--dim);font-size:.85rem;font-style:italic;margin:0 0 1rem}
figure{margin:1.5rem 0}
figcaption{color:var(--dim);font-size:.85rem;margin-top:.25rem}
svg{width:100%;height:auto;display:block}
svg .grid{stroke:var(--rule);stroke-width:1}
svg .mark{stroke:var(--dim);stroke-width:1.5;stroke-dasharray:5 4}
svg .tick{fill:var(--dim);font-size:12px}
svg .name{fill:var(--ink);font-size:12px}
svg polyline{fill:none;stroke-width:1.8;stroke-linejoin:round}
.s0{fill:var(--c0)}.s1{fill:var(--c1)}.s2{fill:var(--c2)}.s3{fill:var(--c3)}.s4{fill:var(--c4)}.s5{fill:var(--c5)}
.l0{stroke:var(--c0)}.l1{stroke:var(--c1)}.l2{stroke:var(--c2)}.l3{stroke:var(--c3)}.l4{stroke:var(--c4)}.l5{stroke:var(--c5)}
@media print{body{background:#fff;color:#000}nav{display:none}section{break-inside:avoid}}
`;
