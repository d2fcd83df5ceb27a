// What the core loads at its first use: a call waits a second for it at most, and here it is compiled from its sources.
import '../src/capture/capturer.ts'
import '../src/consolidation/make-plan.ts'
import '../src/context/build-context.ts'
import '../src/memory/page-edits.ts'
import '../src/memory/page-plan.ts'
import '../src/records/known-claims.ts'
