/** A line that is typed, and what is answered. */
export interface Step {
  line: string
  args: string[]
  answer: string
}

/** The steps of the first screen of a README. */
export function transcriptOf(readme: string): Step[] {
  const transcript = /```console\n(.*?)```/s.exec(readme)?.[1] ?? ''
  return transcript
    .split(/^\$ daybook /m)
    .slice(1)
    .map((step) => {
      const [line = '', ...answer] = step.split('\n')
      const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      return { line, args, answer: answer.join('\n') }
    })
}

/** An answer without ids, days and folders, which differ from run to run. */
export function plain(answer: string): string {
  return answer
    .replaceAll(/\b(record|fact):[0-9a-f]+/g, '$1:…')
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'DAY')
    .replaceAll(/ in \/\S+\/workspace/g, ' in …/workspace')
    .trim()
}
