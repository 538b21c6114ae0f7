// Next.js, app/videos/[uuid]/page.tsx: the page is made on the server, where the API key stays.
import { createClient } from "@shoal/client";

const shoal = createClient({ url: process.env.SHOAL_URL ?? "", key: process.env.SHOAL_KEY ?? "" });

export default async function VideoPage({ params }: { params: Promise<{ uuid: string }> }) {
  const { uuid } = await params;
  const { title, embedUrl } = await shoal.getVideo({ params: { id: uuid } });
  return (
    <main>
      <h1>{title}</h1>
      <iframe
        src={embedUrl}
        title={title}
        allow="autoplay; fullscreen"
        allowFullScreen
        style={{ width: "100%", aspectRatio: "16 / 9", border: 0 }}
      />
    </main>
  );
}
