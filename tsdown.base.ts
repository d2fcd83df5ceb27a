import { defineConfig, type UserConfig } from 'tsdown'

/** How every package is built: readable ES modules for Node.js with their declarations. `entry` are its doors. */
export const built = (entry: string[]): UserConfig =>
  defineConfig({
    entry,
    format: ['esm'],
    platform: 'node',
    target: 'node22.16',
    dts: true,
    tsconfig: 'tsconfig.build.json',
    sourcemap: false,
    // The declarations keep the doc comments; in the code they would be a fifth of what is installed.
    outputOptions: { comments: { jsdoc: false }, minifyInternalExports: false },
    // Without it, two comments around each source file of a chunk name that file.
    inputOptions: { experimental: { attachDebugInfo: 'none' } },
    clean: true,
    fixedExtension: false,
  })
