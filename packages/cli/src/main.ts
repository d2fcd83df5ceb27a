#!/usr/bin/env node
import { runDaybook } from './run-daybook.ts'

process.exitCode = await runDaybook(process.argv.slice(2), process)
