/** `ai` warns on the console of models of an older specification, with each call: these tests are about them. */
globalThis.AI_SDK_LOG_WARNINGS = false
