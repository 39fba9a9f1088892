// Ports: interfaces to the environment, each with a browser default.
export { type Clock, systemClock } from './clock.ts';
export { createDownloader, type Download, type Downloader, type DownloadRequest } from './download.ts';
export { createBrowserFileSaver, type FileSaver } from './file-saver.ts';
export { createBrowserFileStore, createMemoryFileStore, type FileStore } from './file-store.ts';
export { type Log, type OnError, silentLog } from './log.ts';
export { browserMicrophone, type Microphone, type MicrophoneRecording } from './microphone.ts';
export {
  browserNotifications,
  browserNotifier,
  type Notifications,
  type NotificationsPermission,
  type Notifier,
  type PageNotice,
} from './notifications.ts';
export { browserPage, type Page, type PageEvent } from './page.ts';
export { browserPictures, type DecodedPicture, type Pictures } from './pictures.ts';
export { browserPopups, type Popup, type PopupMessage, type Popups } from './popups.ts';
export {
  browserPushWorkers,
  type PushWorker,
  type PushWorkerSubscription,
  type PushWorkers,
} from './push-workers.ts';
export { type Random, systemRandom } from './random.ts';
export { saveBlob } from './save-blob.ts';
export {
  type Cancel,
  runAt,
  type Scheduler,
  systemScheduler,
  systemTimers,
  type Timers,
} from './scheduler.ts';
export {
  type BrowserScriptsOptions,
  createBrowserScripts,
  type RemoteScript,
  type Scripts,
} from './scripts.ts';
export { type Sha256, systemSha256 } from './sha256.ts';
export { browserSockets, type SocketConnection, type SocketEvents, type SocketFactory } from './socket.ts';
export { createBrowserSounds, type SoundSamples, type Sounds } from './sounds.ts';
export { createBrowserStorage, createMemoryStorage, type KeyValueStorage } from './storage.ts';
export { createBrowserTabs, type Tabs } from './tabs.ts';
export { createBrowserTones, type Tones } from './tones.ts';
export { trustedScriptUrl } from './trusted-script-url.ts';
export { browserUpload, type Upload, type UploadRequest, type UploadResponse } from './upload.ts';
