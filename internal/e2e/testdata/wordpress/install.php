<?php
// Installs WordPress into an empty database server, and prints an application password of the user editor.
[$host, $port] = explode(':', getenv('WORDPRESS_DATABASE'));
(new mysqli($host, 'root', '', '', (int) $port))->query('CREATE DATABASE wordpress CHARACTER SET utf8mb4');
$_SERVER['HTTP_HOST'] = parse_url(getenv('WORDPRESS_URL'), PHP_URL_HOST);
define('WP_INSTALLING', true);
require 'wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';

function wp_new_blog_notification() {
}

wp_install('Airport', 'editor', 'editor@example.com', true, '', 'secret');
update_option('permalink_structure', '/%postname%/');
[$password] = WP_Application_Passwords::create_new_application_password(1, ['name' => 'pull']);
echo $password;
