/** The page that a server shows when the real one is not built: how to call the API. */

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** `host`: as in the request. */
export function startScreen({ title, version, host }: { title: string; version: string; host: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { line-height: 1.2; margin-bottom: 0; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid; border-radius: 0.5rem; }
code { font: 0.95em ui-monospace, monospace; }
</style>
</head>
<body>
<main>
<h1>agent</h1>
<p>Version ${escapeHtml(version)}. The server is running; this version has no web page yet.</p>
<h2>Call the API</h2>
<p>Every call below <code>/api/</code> needs the bearer token, except <code>/api/v1/healthz</code>.
The token was printed when the server started and is stored in <code>server.token</code> in its home directory.</p>
<pre tabindex="0" aria-label="Example call"><code>TOKEN=$(cat ~/.agent-code/server.token)
curl -H "Authorization: Bearer $TOKEN" http://${escapeHtml(host)}/api/v1/meta</code></pre>
<p>Live events travel over the WebSocket at <code>/api/v1/ws</code>.</p>
<h2>Documents</h2>
<p>With the token, too:</p>
<ul>
<li><code>/openapi.json</code>: every call, its parameters and answers</li>
<li><code>/asyncapi.json</code>: every frame and event of the WebSocket</li>
</ul>
</main>
</body>
</html>
`;
}
