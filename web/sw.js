/** Shows notifications and says which of their buttons was pressed: it has no token, keeps nothing, and answers no request. */
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  notification.close();
  const { path, ...facts } = notification.data;
  const address = new URL(path, self.registration.scope).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      const mine = pages.filter(({ url }) => url.startsWith(self.registration.scope));
      if (mine.length === 0) return self.clients.openWindow(address);
      // a page that is open decides with its token, or goes there
      mine[0].postMessage({ kind: 'notification', action, path, ...facts });
      return action === '' ? mine[0].focus() : undefined;
    }),
  );
});
