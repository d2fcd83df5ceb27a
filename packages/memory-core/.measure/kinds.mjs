import { readFileSync } from 'node:fs'; import { evalQuery } from './lib/metrics.mjs'; import { createRetriever } from './adapters/daybook.mjs'
const per = new Map(); const sums={}
for (const f of ['locomo-dev','realtalk-dev','longmemeval-pool-dev','beam-100k-dev']) {
  const ds = JSON.parse(readFileSync(`/work/shared/data/${f}.json`,'utf8'))
  for (const col of ds.collections) {
    const sessionOf = new Map(col.docs.map((d) => [d.id, d.sessionId]))
    const r = await createRetriever({ docs: col.docs.map((d) => ({ ...d })) })
    for (const q of col.queries) {
      globalThis.KINDS = []; 
      process.env.KIND='1'; const b = evalQuery(await r.search(q.text, 50, { timestamp: q.timestamp }), q.gold, sessionOf)
      const kinds = [...new Set(globalThis.KINDS)]
      if (!kinds.length) continue
      process.env.KIND='0'; const a = evalQuery(await r.search(q.text, 50, { timestamp: q.timestamp }), q.gold, sessionOf)
      for (const k of kinds) { const p = per.get(k) ?? {n:0,r5:0,r10:0,mrr:0,up:0,down:0,sets:new Set()}; p.n++; p.r5+=b['recall@5']-a['recall@5']; p.r10+=b['recall@10']-a['recall@10']; p.mrr+=b.mrr-a.mrr; if (b['recall@10']>a['recall@10']) p.up++; if (b['recall@10']<a['recall@10']) p.down++; p.sets.add(f[0]); per.set(k,p) }
    }
    await r.close()
  }
}
for (const [k,p] of [...per].sort((a,b)=>(b[1].r10+b[1].r5+b[1].mrr)-(a[1].r10+a[1].r5+a[1].mrr))) console.log(k.padEnd(12), String(p.n).padStart(4), (p.r5).toFixed(2).padStart(6), p.r10.toFixed(2).padStart(6), p.mrr.toFixed(2).padStart(6), `+${p.up} -${p.down}`, [...p.sets].join(''))
