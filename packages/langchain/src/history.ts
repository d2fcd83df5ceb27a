export { DaybookChatHistory, type DaybookChatHistoryOptions } from './daybook-chat-history.ts'
