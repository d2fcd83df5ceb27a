export { copyToFolder } from './backup-folder.ts'
export { type LocalStorageOptions, localStorage } from './storage.ts'
export { type UserFolders, userFolders } from './user-folders.ts'
