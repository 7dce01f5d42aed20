package Pitwall::Instant;
use Mojo::Base -strict, -signatures;

use Exporter qw(import);
use Mojo::Date;
use POSIX       qw(floor strftime);
use Time::HiRes qw(time);

our @EXPORT_OK = qw(column instant now);

# The columns hold UTC: 2020-01-02 03:04:05.678
sub column ($text) { ($text =~ tr/ /T/r) . 'Z' }

# As a column takes it; undef if the text is no instant.
sub instant ($text) {
  my $epoch = Mojo::Date->new($text // '')->epoch // return undef;
  return _format(floor($epoch * 1000 + 0.5));
}

sub now () { _format(floor(time * 1000)) }

sub _format ($milliseconds) {
  return strftime('%Y-%m-%d %H:%M:%S', gmtime floor($milliseconds / 1000)) . sprintf '.%03d', $milliseconds % 1000;
}

1;
