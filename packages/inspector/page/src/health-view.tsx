import { type Health, useAnswer } from './data.ts'
import { Trouble } from './parts.tsx'
import { bytes, count, figure } from './words.ts'

/** Whether everything is in order, how much there is, and what is due. */
export function HealthView() {
  const { data, error } = useAnswer<Health>('health')
  return (
    <section class="page health">
      <header>
        <h1>Health</h1>
      </header>
      <Trouble text={error} />
      {!data && error === undefined && <p class="empty">Checking everything that is stored…</p>}
      {data && (
        <>
          <p class={data.isSound ? 'verdict good' : 'verdict warn'}>
            {data.isSound ? 'Everything that is stored can be read.' : 'Something needs a repair.'}
            <span class="muted"> Checked in {figure(data.checkMs)} ms.</span>
          </p>
          {data.findings.map((finding) => (
            <article key={`${finding.place}${finding.path}${finding.problem}`} class={`finding ${finding.severity}`}>
              <b>{finding.place}</b> {finding.path !== undefined && <code>{finding.path}</code>}
              <p>{finding.problem}</p>
              <p class="muted">{finding.remedy}</p>
            </article>
          ))}
          <div class="cards">
            {data.sizes && <Sizes sizes={data.sizes} />}
            {data.records && (
              <section class="card">
                <h2>Records</h2>
                <p class="big">{figure(data.records.active)}</p>
                <p class="muted">
                  active, {figure(data.records.archived)} set aside; all of them would cost{' '}
                  {figure(data.records.tokens)} tokens
                </p>
                <Amounts amounts={data.records.byType} />
              </section>
            )}
            {data.upkeep && (
              <section class="card">
                <h2>Maintenance would</h2>
                <Upkeep totals={data.upkeep.totals} />
              </section>
            )}
            <section class="card">
              <h2>Layers that are on</h2>
              <p>{data.layers.join(', ')}</p>
              {data.knowledge && (
                <p class="muted">{count(data.knowledge.entries, 'knowledge entry', 'knowledge entries')}</p>
              )}
            </section>
          </div>
        </>
      )}
    </section>
  )
}

function Sizes({ sizes }: { sizes: Record<string, number> }) {
  const sum = Object.values(sizes).reduce((total, size) => total + size, 0)
  return (
    <section class="card">
      <h2>On disk</h2>
      <p class="big">{bytes(sum)}</p>
      <Amounts amounts={sizes} print={bytes} />
    </section>
  )
}

function Amounts({ amounts, print = figure }: { amounts: Record<string, number>; print?: (amount: number) => string }) {
  const rows = Object.entries(amounts)
    .filter(([, amount]) => amount > 0)
    .sort(([, a], [, b]) => b - a)
  const most = Math.max(1, ...rows.map(([, amount]) => amount))
  return (
    <table class="amounts">
      <tbody>
        {rows.map(([name, amount]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{print(amount)}</td>
            <td class="share">
              <meter min={0} max={most} value={amount} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const upkeeps: Readonly<Record<string, string>> = {
  merged: 'merge what says the same',
  archived: 'set aside what has faded',
  promoted: 'raise what recurs',
  restored: 'bring back',
}

function Upkeep({ totals }: { totals: Record<string, number> }) {
  const due = Object.entries(totals).filter(([, amount]) => amount > 0)
  if (due.length === 0) return <p>change nothing: all is in order</p>
  return <Amounts amounts={Object.fromEntries(due.map(([name, amount]) => [upkeeps[name] ?? name, amount]))} />
}
