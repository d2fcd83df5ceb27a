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
    clean: true,
    fixedExtension: false,
  })
