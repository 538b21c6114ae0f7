<?php
/**
 * Plugin Name: Shoal videos
 * Description: [shoal uuid="…"] embeds a video. Set SHOAL_EMBED_URL in wp-config.php to the origin of the player.
 */

function shoal_embed($attributes)
{
    $uuid = isset($attributes['uuid']) ? $attributes['uuid'] : '';
    $title = isset($attributes['title']) ? $attributes['title'] : 'Video';
    if (!preg_match('/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i', $uuid)) {
        return '';
    }
    return sprintf(
        '<iframe src="%s" title="%s" allow="autoplay; fullscreen" allowfullscreen loading="lazy"'
            . ' style="width:100%%;aspect-ratio:16/9;border:0"></iframe>',
        esc_url(SHOAL_EMBED_URL . '/embed/' . $uuid),
        esc_attr($title)
    );
}
add_shortcode('shoal', 'shoal_embed');
